import type { Event } from "@media/event-store/Event"
import { isSameJson } from "@media/kernel/Json"
import * as Option from "effect/Option"
import { relatedSourced, sourcedFields, type SourceName, sourceNames } from "./sourcedFields.ts"
import { summaryOf } from "./summaryOf.ts"

/** The value that one source provides for a field. */
export interface Stated {
  readonly value: unknown
  readonly at?: string | undefined
  /** The account that edited the value, if the source is a user. */
  readonly by?: string | undefined
  /** The NFO file or metadata source that provided the value. */
  readonly ref?: string | undefined
}
export type StatedField = { readonly [Source in SourceName]?: Stated }
/** The values that all sources provide for an item, keyed by field and source. */
export type StatedFields = Readonly<Record<string, StatedField>>

export interface Statement {
  readonly source: SourceName
  readonly ref?: string
  readonly set: Readonly<Record<string, unknown>>
  /** Fields for which the source no longer provides a value. */
  readonly clear: ReadonlyArray<string>
}

const allSourced: ReadonlySet<string> = new Set([...sourcedFields, ...relatedSourced])
/** Returns true for fields whose value may come from several sources. */
export const isSourced = (field: string): boolean => allSourced.has(field)

/**
 * Moves fields with the value null to `clear`. The title from the file name is never cleared, because every item needs
 * a title.
 */
const withoutEmpty = (values: Readonly<Record<string, unknown>>, source: SourceName): Statement => {
  const given = Object.entries(values).filter(([field, value]) => isSourced(field) && value !== undefined)
  return {
    source,
    set: Object.fromEntries(given.filter(([, value]) => value !== null)),
    clear: given.flatMap(([field, value]) =>
      value === null && !(source === "name" && field === "title") ? [field] : []
    )
  }
}

type Known = Event & {
  readonly title?: unknown
  readonly date?: unknown
  readonly changes?: ReadonlyArray<{ readonly field: string; readonly to: unknown }>
}

/**
 * Returns the field values that an event sets or clears for one source, or undefined for events without field values.
 */
export const statementOf = (event: Event): Statement | undefined => {
  const known = event as Known
  switch (event._tag) {
    case "item.registered.v1":
    case "item.group-registered.v1":
    case "item.entry-registered.v1":
      return withoutEmpty({ title: known.title, date: known.date }, "name")
    case "item.edited.v1": {
      const own = (known.changes ?? []).filter(({ field }) => isSourced(field))
      // Unlike other sources, a user can set a field to null, which hides the values of all other sources.
      return { source: "user", set: Object.fromEntries(own.map(({ field, to }) => [field, to])), clear: [] }
    }
    case "item.sourced.v1":
      return event as Event & Statement
    default: {
      const summary = summaryOf(event)
      return summary?.source === undefined
        ? undefined
        : withoutEmpty(summary.values as Readonly<Record<string, unknown>>, summary.source)
    }
  }
}

/** Returns the values of all sources after one source has set or cleared some of its values. */
export const stated = (
  before: StatedFields,
  { clear, ref, set, source }: Statement,
  by: Omit<Stated, "value" | "ref"> = {}
): StatedFields => {
  const after: Record<string, StatedField> = { ...before }
  for (const field of clear) {
    const { [source]: _, ...others } = after[field] ?? {}
    if (Object.keys(others).length === 0) delete after[field]
    else after[field] = others
  }
  for (const [field, value] of Object.entries(set))
    after[field] = { ...after[field], [source]: { value, ...by, ...(ref === undefined ? {} : { ref }) } }
  return after
}

/** Returns the source whose value of a field is shown, or undefined if no source provides the field. */
export const decidingSource = (field: StatedField | undefined): SourceName | undefined =>
  sourceNames.find((source) => field?.[source] !== undefined)

/** Returns the shown value of a field, or null if no source provides the field. */
export const shownValue = (fields: StatedFields, field: string): unknown => {
  const source = decidingSource(fields[field])
  return source === undefined ? null : fields[field]![source]!.value
}

/** Returns the value that would be shown without the user's value. */
export const shownWithoutUser = (fields: StatedFields, field: string): unknown => {
  const { user: _, ...others } = fields[field] ?? {}
  return shownValue({ [field]: others }, field)
}

/** Returns the shown values of all fields. */
export const shownValues = (fields: StatedFields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, shownValue(fields, field)]))

/**
 * Returns the changes that replace all values of one source with these values, or none if the source already has these
 * values.
 */
export const replacing = (
  before: StatedFields,
  source: SourceName,
  values: Readonly<Record<string, unknown>>,
  ref?: string
): Option.Option<Statement> => {
  const set = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => {
      const known = before[field]?.[source]
      return known === undefined || !isSameJson(known.value, value)
    })
  )
  const clear = Object.keys(before).filter(
    (field) => before[field]?.[source] !== undefined && !Object.hasOwn(values, field)
  )
  return Object.keys(set).length === 0 && clear.length === 0
    ? Option.none()
    : Option.some({ source, set, clear, ...(ref === undefined ? {} : { ref }) })
}

import { Invalid } from "@media/kernel/Errors"
import { type Field, hasKind } from "@media/query/Field"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { itemPatchFields } from "../../catalog/items/contract.ts"
import type { ItemChanges } from "../../catalog/items/decider.ts"
import type { ItemRelation } from "../../catalog/relations/events.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { FieldChange, FieldValues } from "./contract.ts"

/** Adds and removes some entities by their names or ids, or replaces all of them. */
export interface ListChange {
  readonly add?: ReadonlyArray<string> | undefined
  readonly remove?: ReadonlyArray<string> | undefined
  readonly replace?: ReadonlyArray<string> | undefined
}

export interface OwnChanges {
  readonly isFavorite?: boolean | undefined
  readonly isWatched?: boolean | undefined
  readonly rating?: number | null | undefined
}

/** The changes of many items, grouped by the streams that store them. */
export interface EditPlan {
  readonly item: ItemChanges
  readonly related: ReadonlyArray<readonly [relation: ItemRelation, change: ListChange]>
  readonly own: OwnChanges
}

export type EditableField = Field<SqlSource>

export const isOwn = ({ source }: EditableField): boolean => source.from === "own"
export const relationOf = ({ source }: EditableField): ItemRelation | undefined =>
  source.from === "entities" ? source.relation : undefined
/** True for fields with several values. Of the entities, only the studio is a single value. */
const isList = (field: EditableField): boolean => field.name !== "studio" && relationOf(field) !== undefined

/** The declared fields that users may change for many items and that all of these kinds have. */
export const editableFields = (kinds: ReadonlyArray<ItemKind>): ReadonlyArray<EditableField> =>
  itemFieldTable().fields.filter((field) => field.editable && kinds.every((kind) => hasKind(field, kind)))

const typeOf = ({ type }: EditableField): FieldValues["type"] => {
  switch (type.name) {
    case "boolean":
    case "date":
    case "rating":
    case "text":
      return type.name
    case "ref":
      return "names"
    default:
      return "number"
  }
}

/** The properties of a field that a form shows. */
export const shownField = (field: EditableField) => ({
  name: field.name,
  label: field.label,
  type: typeOf(field),
  isList: isList(field),
  isOwn: isOwn(field),
  canClear: field.type.name !== "boolean" && field.name !== "title"
})

const Values = Schema.Struct({
  ...itemPatchFields,
  isFavorite: Schema.optional(Schema.Boolean),
  isWatched: Schema.optional(Schema.Boolean)
})
const decode = Schema.decodeUnknownEither(Values)

type Part = Partial<EditPlan> | string

/** The part of a plan for one field, or the reason why the change is invalid. */
const partOf = (field: EditableField, change: FieldChange): Part => {
  const relation = relationOf(field)
  const { add, clear, remove, replace, set } = change
  if (relation !== undefined && isList(field)) {
    if (set !== undefined) return "takes add, remove or replace"
    return { related: [[relation, clear === true ? { replace: [] } : { add, remove, replace }]] }
  }
  if (set === undefined && clear !== true) return "takes set or clear"
  const decoded = decode({ [field.name]: clear === true ? null : set })
  if (Either.isLeft(decoded))
    return ParseResult.ArrayFormatter.formatErrorSync(decoded.left)[0]?.message ?? "is not a valid value"
  const value = (decoded.right as Readonly<Record<string, unknown>>)[field.name] as never
  if (relation !== undefined) return { related: [[relation, { replace: value === null ? [] : [value] }]] }
  return isOwn(field)
    ? { own: { [field.name]: value } }
    : { item: { [field.name]: field.name === "title" ? String(value).trim() : value } }
}

/** Converts the changes of a request to a plan, using the declarations of their fields. */
export const planOf = Effect.fn("bulk.plan")(function* (
  kinds: ReadonlyArray<ItemKind>,
  changes: Readonly<Record<string, FieldChange>>
) {
  const fields = new Map(editableFields(kinds).map((field) => [field.name, field]))
  const read = Object.entries(changes).map(([name, change]) => {
    const field = fields.get(name)
    const part: Part = field === undefined ? "is not a field that these items have" : partOf(field, change)
    return { name, part }
  })
  const problems = read.flatMap(({ name, part }) =>
    typeof part === "string" ? [{ path: `changes.${name}`, message: part }] : []
  )
  if (problems.length > 0)
    return yield* new Invalid({ reason: `${problems[0]!.path} ${problems[0]!.message}.`, fields: problems })
  const parts = read.flatMap(({ part }) => (typeof part === "string" ? [] : [part]))
  return {
    item: Object.assign({}, ...parts.map(({ item = {} }) => item)) as ItemChanges,
    related: parts.flatMap(({ related = [] }) => related),
    own: Object.assign({}, ...parts.map(({ own = {} }) => own)) as OwnChanges
  } satisfies EditPlan
})

/** The same changes in the form that code uses, such as a rule. */
export interface ItemsEdits extends OwnChanges, ItemChanges {
  readonly performers?: ListChange | undefined
  readonly tags?: ListChange | undefined
  readonly studio?: string | null | undefined
}

const given = <A extends object>(values: A): A =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as A

export const planFor = ({
  isFavorite,
  isWatched,
  performers,
  rating,
  studio,
  tags,
  ...item
}: ItemsEdits): EditPlan => ({
  item: given(item),
  own: given({ isFavorite, isWatched, rating }),
  related: [
    ...(performers === undefined ? [] : [["performer", performers] as const]),
    ...(studio === undefined ? [] : [["studio", { replace: studio === null ? [] : [studio] }] as const]),
    ...(tags === undefined ? [] : [["tag", tags] as const])
  ]
})

/** True if a plan changes more than the caller's own state. */
export const changesLibrary = ({ item, related }: EditPlan): boolean =>
  Object.keys(item).length > 0 || related.length > 0

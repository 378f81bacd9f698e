import { isSameJson } from "@media/kernel/Json"
import type { NfoFields } from "@media/nfo/NfoFields"
import type { StatedFields } from "../../catalog/items/sources.ts"

/** The name of the item field, keyed by the name of the NFO field. Contains only fields whose names differ. */
const byNfoField: Readonly<Record<string, string>> = {
  overview: "details",
  releaseDate: "date",
  genres: "tags",
  credits: "performers"
}

/** The field of the source `nfo` that lists the locked fields. */
export const LOCKS = "locks"

/** Returns the item fields for which an NFO file both states and locks a value. */
export const lockedBy = (
  { isLocked, lockedFields = [] }: NfoFields,
  values: Readonly<Record<string, unknown>>
): ReadonlyArray<string> => {
  const named = new Set(lockedFields.map((field) => byNfoField[field] ?? field))
  return Object.keys(values)
    .filter((field) => isLocked === true || named.has(field))
    .toSorted()
}

export interface LockChange {
  readonly ref: string | undefined
  readonly set: Readonly<Record<string, unknown>>
  readonly clear: ReadonlyArray<string>
}

/**
 * Returns the lock changes that follow from an item's NFO file. If the file newly locks a field, or states a new value
 * for a locked field, the value is stored as if a user had entered it. Until the next such change, users can unlock the
 * field in the web app. Values that users edited in the web app are kept.
 */
export const lockChange = (
  stored: StatedFields,
  values: Readonly<Record<string, unknown>>,
  ref: string | undefined
): LockChange | undefined => {
  const locked = new Set((values[LOCKS] ?? []) as ReadonlyArray<string>)
  const before = new Set((stored[LOCKS]?.nfo?.value ?? []) as ReadonlyArray<string>)
  const isOfFile = (field: string) => stored[field]?.user?.ref !== undefined
  const set = [...locked].filter((field) => {
    const { nfo, user } = stored[field] ?? {}
    if (user !== undefined && !isOfFile(field)) return false
    return !before.has(field) || nfo === undefined || !isSameJson(nfo.value, values[field])
  })
  const clear = [...before].filter((field) => !locked.has(field) && isOfFile(field))
  return set.length === 0 && clear.length === 0
    ? undefined
    : { ref, set: Object.fromEntries(set.map((field) => [field, values[field]])), clear }
}

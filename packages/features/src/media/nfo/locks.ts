import { isSameJson } from "@media/kernel/Json"
import type { NfoFields } from "@media/nfo/NfoFields"
import type { StatedFields } from "../../catalog/items/sources.ts"

/** Maps names of NFO fields to names of item fields. Contains only the fields whose names differ. */
const byNfoField: Readonly<Record<string, string>> = {
  overview: "details",
  releaseDate: "date",
  genres: "tags",
  credits: "performers"
}

/** The name of the pseudo field under which the source `nfo` stores the list of locked fields. */
export const LOCKS = "locks"

/** Returns the item fields that an NFO file both contains and locks, sorted by name. */
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
 * Compares the locks in an item's NFO file with the stored locks and returns the changes, or undefined if there are
 * none. When the file newly locks a field, or changes the value of a locked field, the value is stored as if a user had
 * entered it. If a user then resets the field in the web app, the field stays unlocked until the file changes again.
 * Values that users edited in the web app are never replaced.
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

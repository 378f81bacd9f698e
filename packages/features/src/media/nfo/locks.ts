import { isSameJson } from "@media/kernel/Json"
import type { NfoFields } from "@media/nfo/NfoFields"
import type { StatedFields } from "../../catalog/items/sources.ts"

/** The item fields by the NFO field that locks them. */
const byNfoField: Readonly<Record<string, string>> = {
  overview: "details",
  releaseDate: "date",
  genres: "tags",
  credits: "performers"
}

/** The value of the source `nfo` that lists the locked fields. */
export const LOCKS = "locks"

/** The fields of the item that an NFO file both states and locks. */
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
 * How the locks of an item follow its NFO file. A locked field becomes the user's when the file states another value or
 * starts to lock it. Until then, a user can unlock the field here. Edits that were made here stay.
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

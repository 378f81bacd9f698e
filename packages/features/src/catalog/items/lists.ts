import { isSameJson } from "@media/kernel/Json"

/** Fields with several entries that are added and removed separately. */
export const listFields = ["urls", "externalIds"] as const
export type ListField = (typeof listFields)[number]
export const isListField = (field: string): field is ListField =>
  (listFields as ReadonlyArray<string>).includes(field)

/** Maximum number of web addresses per item. */
export const mostUrls = 100

type ListValue = ReadonlyArray<string> | Readonly<Record<string, string>>

/** An edit that adds and removes single entries of a list field. Other entries are kept. */
export interface ListEdit {
  readonly add?: ReadonlyArray<string> | undefined
  readonly remove?: ReadonlyArray<string> | undefined
}
export type ListEdits = { readonly [Field in ListField]?: ListEdit | undefined }

/** Returns the entries of a list field. An external id is returned as an entry such as `imdb:tt0133093`. */
export const entriesOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([database, id]) => `${database}:${String(id)}`)
    : []
}

/** Splits the entry of an external id into database and id. */
const idOf = (entry: string): readonly [database: string, id: string] => {
  const at = entry.indexOf(":")
  return [entry.slice(0, at), entry.slice(at + 1)]
}

/** Builds the value of a list field from entries. If a database occurs more than once, the last id wins. */
export const listOf = (field: ListField, entries: ReadonlyArray<string>): ListValue =>
  field === "urls" ? [...new Set(entries)] : Object.fromEntries(entries.map(idOf))

/** Returns the value after an edit, or undefined if the edit does not change the value. */
export const editedList = (
  field: ListField,
  value: unknown,
  { add = [], remove = [] }: ListEdit
): ListValue | undefined => {
  const before = entriesOf(value)
  const after = listOf(field, [...before.filter((entry) => !remove.includes(entry)), ...add])
  return isSameJson(after, listOf(field, before)) ? undefined : after
}

/** True if two values have the same entries, in any order. */
export const hasSameEntries = (one: unknown, other: unknown): boolean =>
  isSameJson(entriesOf(one).toSorted(), entriesOf(other).toSorted())

/** Returns the entries that a change added and removed. */
export const entryChanges = (from: unknown, to: unknown) => {
  const [before, after] = [entriesOf(from), entriesOf(to)]
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry))
  }
}

const partOf = (field: ListField, entry: string): string =>
  `${field}/${field === "urls" ? entry : idOf(entry)[0]}`

/**
 * Returns the parts of a list field that a change affects, such as `urls/https://example.com` or `externalIds/imdb`.
 * The history lists each part separately.
 */
export const listParts = (field: ListField, from: unknown, to: unknown): ReadonlyArray<string> => {
  const { added, removed } = entryChanges(from, to)
  return [...new Set([...removed, ...added].map((entry) => partOf(field, entry)))]
}

/**
 * Splits the name of a part into the list field and the key: the web address or the database. Returns undefined if the
 * field is not a list field.
 */
export const listPart = (part: string): readonly [field: ListField, key: string] | undefined => {
  const field = part.split("/")[0]!
  return isListField(field) && part.length > field.length ? [field, part.slice(field.length + 1)] : undefined
}

/**
 * Returns the value of one part: its web address or its id in the database, or null if the list does not contain the
 * part.
 */
export const readListPart = (
  part: readonly [field: ListField, key: string],
  value: unknown
): string | null => {
  const [field, key] = part
  if (field === "urls") return entriesOf(value).includes(key) ? key : null
  const ids = value as Readonly<Record<string, string>> | null
  return ids !== null && Object.hasOwn(ids, key) ? (ids[key] ?? null) : null
}

/** Returns the value of a list field after these parts were replaced. */
export const writeListParts = (
  field: ListField,
  value: unknown,
  parts: ReadonlyMap<string, unknown>
): ListValue => {
  const kept = entriesOf(value).filter((entry) => !parts.has(field === "urls" ? entry : idOf(entry)[0]))
  const written = [...parts].flatMap(([key, to]) =>
    to === null ? [] : [field === "urls" ? key : `${key}:${String(to)}`]
  )
  return listOf(field, [...kept, ...written])
}

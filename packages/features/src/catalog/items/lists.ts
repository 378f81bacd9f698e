import { isSameJson } from "@media/kernel/Json"

/** Fields with several entries, which are added and removed one by one. */
export const listFields = ["urls", "externalIds"] as const
export type ListField = (typeof listFields)[number]
export const isListField = (field: string): field is ListField =>
  (listFields as ReadonlyArray<string>).includes(field)

/** The maximum number of web addresses of one item. */
export const mostUrls = 100

type ListValue = ReadonlyArray<string> | Readonly<Record<string, string>>

/** Removes some entries and adds others, whatever else the list contains. */
export interface ListEdit {
  readonly add?: ReadonlyArray<string> | undefined
  readonly remove?: ReadonlyArray<string> | undefined
}
export type ListEdits = { readonly [Field in ListField]?: ListEdit | undefined }

/** The entries of a field. An id in a database is an entry such as `imdb:tt0133093`. */
export const entriesOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([database, id]) => `${database}:${String(id)}`)
    : []
}

/** Splits the entry of an id. */
const idOf = (entry: string): readonly [database: string, id: string] => {
  const at = entry.indexOf(":")
  return [entry.slice(0, at), entry.slice(at + 1)]
}

/** The value of a field with these entries. A database has one id, the last one. */
export const listOf = (field: ListField, entries: ReadonlyArray<string>): ListValue =>
  field === "urls" ? [...new Set(entries)] : Object.fromEntries(entries.map(idOf))

/** The value after an edit; undefined if it changes nothing. */
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

/** The entries that a change added and removed. */
export const entryChanges = (from: unknown, to: unknown) => {
  const [before, after] = [entriesOf(from), entriesOf(to)]
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry))
  }
}

const partOf = (field: ListField, entry: string): string =>
  `${field}/${field === "urls" ? entry : idOf(entry)[0]}`

/** The parts of a history: a web address, or the id in a database. */
export const listParts = (field: ListField, from: unknown, to: unknown): ReadonlyArray<string> => {
  const { added, removed } = entryChanges(from, to)
  return [...new Set([...removed, ...added].map((entry) => partOf(field, entry)))]
}

/** The field and the key of a part; undefined for parts of other fields. */
export const listPart = (part: string): readonly [field: ListField, key: string] | undefined => {
  const field = part.split("/")[0]!
  return isListField(field) && part.length > field.length ? [field, part.slice(field.length + 1)] : undefined
}

/** The value of a part: the address or the id, or null if the list does not contain it. */
export const readListPart = (
  part: readonly [field: ListField, key: string],
  value: unknown
): string | null => {
  const [field, key] = part
  if (field === "urls") return entriesOf(value).includes(key) ? key : null
  const ids = value as Readonly<Record<string, string>> | null
  return ids !== null && Object.hasOwn(ids, key) ? (ids[key] ?? null) : null
}

/** The value after some of its parts received others. */
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

import { hasKind } from "@media/query/Field"
import { itemFieldTable } from "../filters/itemFields.ts"
import { rankIn } from "./resolution.ts"

/**
 * Sort keys as SQL over `items v`. Each sort key has an index, or is used only in lists of the members of a group,
 * which are few. `u` and `up` are the caller's rows in `user_items` and `user_progress`.
 */
const indexedKeys = {
  createdAt: "v.created_at",
  title: "v.sort_title",
  date: "v.date",
  duration: "v.duration",
  size: "v.size_bytes",
  random: "v.shuffle_key",
  resolution: rankIn("v"),
  number: "(select b.series_number from book_facts b where b.item_id = v.id)",
  takenAt: "v.moment",
  lastPlayedAt: "up.last_played_at",
  rating: "u.rating",
  ordinal: "v.ordinal",
  artist: "v.artist_key",
  album: "v.album_key"
} as const

type IndexedKey = keyof typeof indexedKeys
const isIndexed = (name: string): name is IndexedKey => Object.hasOwn(indexedKeys, name)

/**
 * Returns the sort expression over `items v` of a sortable field without an index, such as the frame rate. Undefined
 * for all other names.
 */
const computedKey = (name: string): string | undefined => {
  const field = isIndexed(name) ? undefined : itemFieldTable().find(name)
  if (field?.sortable !== true || field.name !== name) return undefined
  const { source } = field
  if (source.from === "item") return source.expression
  return source.from === "facts"
    ? `(select ${source.expression} from ${source.table} k where k.item_id = v.id)`
    : undefined
}

/** True if the sort order has no index, so that all items of the list are read and sorted. */
export const isComputed = (name: string): boolean => computedKey(name) !== undefined

export const isSortKey = (name: string): boolean => isIndexed(name) || isComputed(name)

/** True if items of this kind may have a value for this sort key. */
export const isOrderOf = (kind: string, name: string): boolean => {
  const field = isComputed(name) ? itemFieldTable().find(name) : undefined
  return field === undefined || hasKind(field, kind)
}

/** Returns the sort expression over `items v` of a sort key, or undefined if the key is unknown. */
export const sortKey = (name: string): string | undefined =>
  isIndexed(name) ? indexedKeys[name] : computedKey(name)

/** Returns the names of the sortable fields without an index. */
export const computedOrders = (): ReadonlyArray<string> =>
  itemFieldTable()
    .fields.filter(({ name }) => isComputed(name))
    .map(({ name }) => name)

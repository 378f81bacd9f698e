import type { EntryKey } from "@pinia/colada"
import type { ItemKind } from "./kinds/kinds"

/** Returns the cache key of all items of a kind, or of a single item. */
export const itemKey = (kind: ItemKind, id?: string): EntryKey =>
  id === undefined ? ["item", kind] : ["item", kind, id]
/** Returns the cache key of all lists of a kind. The key of a single list also contains its filter. */
export const listKey = (kind: ItemKind): EntryKey => ["items", kind]

import type { EntryKey } from "@pinia/colada"
import type { ItemKind } from "./kinds/kinds"

/** Keys of cached items: all items of a kind, or a single one. */
export const itemKey = (kind: ItemKind, id?: string): EntryKey =>
  id === undefined ? ["item", kind] : ["item", kind, id]
/** The key of all lists of a kind. The key of one list appends its filter. */
export const listKey = (kind: ItemKind): EntryKey => ["items", kind]

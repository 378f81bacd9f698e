import type { EntryKey } from "@pinia/colada"
import type { ItemKind } from "./kinds/kinds"

/** Keys of cached items: all of a kind, or one. */
export const itemKey = (kind: ItemKind, id?: string): EntryKey =>
  id === undefined ? ["item", kind] : ["item", kind, id]
/** Key of every list of a kind; a list's own key goes on with its filter. */
export const listKey = (kind: ItemKind): EntryKey => ["items", kind]

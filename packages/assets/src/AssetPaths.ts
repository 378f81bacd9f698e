import { join } from "node:path"

/** A UUID today. No dot in front and no separator: the folder lies directly below that of its kind. */
const ITEM_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export const isItemId = (name: string): boolean => ITEM_ID.test(name)

/** Throws a `RangeError` for an id that no item has. */
export const itemFolder = (kindFolder: string, itemId: string): string => {
  if (!isItemId(itemId)) throw new RangeError("an item id may hold letters, digits, '-' and '_' only")
  return join(kindFolder, itemId)
}

/** What the files of a folder were made from; its time is when they were last used. */
export const STAMP_NAME = "generation.json"

/** Held by a process at work on the item, and worth something as long as it is young. */
export const leaseName = (owner: string): string => `.busy-${owner}`
export const isLease = (name: string): boolean => name.startsWith(".busy-")

export const isTemporary = (name: string): boolean => name.endsWith(".tmp")

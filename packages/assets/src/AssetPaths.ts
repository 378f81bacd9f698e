import { join } from "node:path"

/** A UUID today. A leading dot and separators are not allowed, so the folder is directly inside that of its kind. */
const ITEM_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export const isItemId = (name: string): boolean => ITEM_ID.test(name)

/** Throws a `RangeError` for an invalid item id. */
export const itemFolder = (kindFolder: string, itemId: string): string => {
  if (!isItemId(itemId)) throw new RangeError("an item id may contain only letters, digits, '-' and '_'")
  return join(kindFolder, itemId)
}

/** Records the source of the files in a folder; its modification time is their last use. */
export const STAMP_NAME = "generation.json"

/** Written by a process that works on the item. Valid while it is recent. */
export const leaseName = (owner: string): string => `.busy-${owner}`
export const isLease = (name: string): boolean => name.startsWith(".busy-")

export const isTemporary = (name: string): boolean => name.endsWith(".tmp")

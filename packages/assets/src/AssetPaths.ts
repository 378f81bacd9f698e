import { join } from "node:path"

/**
 * Matches an item id, which is currently always a UUID. A leading dot and path separators are not allowed, so that the
 * folder of an item is always directly inside the folder of its kind.
 */
const ITEM_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export const isItemId = (name: string): boolean => ITEM_ID.test(name)

/** Returns the folder of an item. Throws a `RangeError` for an invalid item id. */
export const itemFolder = (kindFolder: string, itemId: string): string => {
  if (!isItemId(itemId)) throw new RangeError("an item id may contain only letters, digits, '-' and '_'")
  return join(kindFolder, itemId)
}

/** Name of the file that contains the `AssetStamp` of a folder. Its modification time is the time of the last use. */
export const STAMP_NAME = "generation.json"

/**
 * Returns the name of the lease file that the process `owner` keeps in an item's folder while it works there. A lease
 * is valid as long as its file was modified recently.
 */
export const leaseName = (owner: string): string => `.busy-${owner}`
export const isLease = (name: string): boolean => name.startsWith(".busy-")

export const isTemporary = (name: string): boolean => name.endsWith(".tmp")

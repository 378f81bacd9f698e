import { join } from "node:path"

/**
 * Matches an item id, which currently is a UUID. A leading dot and separators are not allowed, so the folder of an item
 * is always directly inside the folder of its kind.
 */
const ITEM_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export const isItemId = (name: string): boolean => ITEM_ID.test(name)

/** Returns the folder of an item. Throws a `RangeError` for an invalid item id. */
export const itemFolder = (kindFolder: string, itemId: string): string => {
  if (!isItemId(itemId)) throw new RangeError("an item id may contain only letters, digits, '-' and '_'")
  return join(kindFolder, itemId)
}

/**
 * Name of the file that records the source of the files in a folder. Its modification time is the time of their last
 * use.
 */
export const STAMP_NAME = "generation.json"

/**
 * Returns the name of the lease file that a process writes while it works on the item. The lease is valid while its
 * file is recent.
 */
export const leaseName = (owner: string): string => `.busy-${owner}`
export const isLease = (name: string): boolean => name.startsWith(".busy-")

export const isTemporary = (name: string): boolean => name.endsWith(".tmp")

import type { AssetFolder } from "./AssetFolder.ts"

export interface CacheLimits {
  /** Limit for all items of the kind together; default: max(10 GiB, 10 % of the file system). */
  readonly maxBytes?: number
  /** Free space to leave for others; default: 5 % of the file system, at most 10 GiB. */
  readonly minFreeBytes?: number
}

/** One kind of files that are generated from items and can be regenerated. Defined by the code that generates them. */
export interface AssetKind {
  readonly name: string
  /** Absolute path of a folder with one subfolder per item, not shared with anything else. */
  readonly folder: string
  readonly limits: CacheLimits
  /** Selects files that remain when an item is evicted. */
  readonly isKept: (name: string) => boolean
  /** The size of an item if it is recorded somewhere; otherwise its files are added up. */
  readonly recordedBytes: (folder: AssetFolder) => Promise<number | undefined>
}

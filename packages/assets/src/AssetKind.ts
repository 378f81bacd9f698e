import type { AssetFolder } from "./AssetFolder.ts"

export interface CacheLimits {
  /** All items of the kind together; absent: max(10 GiB, 10 % of the file system). */
  readonly maxBytes?: number
  /** Space to leave to others; absent: 5 % of the file system, at most 10 GiB. */
  readonly minFreeBytes?: number
}

/** One kind of files that are made from items and can be made again. Defined by the code that makes them. */
export interface AssetKind {
  readonly name: string
  /** Absolute path; holds one folder per item and must not be shared with anything else. */
  readonly folder: string
  readonly limits: CacheLimits
  /** Files that stay when the bound evicts an item. */
  readonly isKept: (name: string) => boolean
  /** The bytes of an item where they are recorded; otherwise its files are added up. */
  readonly recordedBytes: (folder: AssetFolder) => Promise<number | undefined>
}

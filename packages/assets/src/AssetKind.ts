import type { AssetFolder } from "./AssetFolder.ts"

export interface CacheLimits {
  /**
   * Maximum bytes used by all items of the kind together. The default is 10 GiB or 10% of the file system, whichever is
   * larger.
   */
  readonly maxBytes?: number
  /** Bytes that must stay free for other programs. The default is 5% of the file system, at most 10 GiB. */
  readonly minFreeBytes?: number
}

/** A kind of generated files, such as thumbnails. It is defined next to the code that generates the files. */
export interface AssetKind {
  readonly name: string
  /** Absolute path of a folder with one subfolder per item and no other files. */
  readonly folder: string
  readonly limits: CacheLimits
  /** True for the names of files that are not deleted when an item is evicted. */
  readonly isKept: (name: string) => boolean
  /**
   * Returns the size of an item's files in bytes if it is recorded somewhere. If it returns undefined, the sizes of the
   * files are added up.
   */
  readonly recordedBytes: (folder: AssetFolder) => Promise<number | undefined>
}

import type { AssetFolder } from "./AssetFolder.ts"

export interface CacheLimits {
  /** Maximum bytes of all items of the kind. The default is max(10 GiB, 10% of the file system). */
  readonly maxBytes?: number
  /** Bytes that must stay free for other programs. The default is 5% of the file system, at most 10 GiB. */
  readonly minFreeBytes?: number
}

/** A kind of files that are generated from items. The code that generates the files defines the kind. */
export interface AssetKind {
  readonly name: string
  /** Absolute path of a folder with one subfolder per item and no other files. */
  readonly folder: string
  readonly limits: CacheLimits
  /** True for files that are kept when an item is evicted. */
  readonly isKept: (name: string) => boolean
  /** Returns the recorded size of an item in bytes. If it is undefined, the sizes of the files are added up. */
  readonly recordedBytes: (folder: AssetFolder) => Promise<number | undefined>
}

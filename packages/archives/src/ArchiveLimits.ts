const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Limits on an archive. Sizes are in bytes, `entries` is a count. */
export interface ArchiveLimits {
  readonly entries: number
  /**
   * Maximum size of the directory, the list of entries at the end of the archive. It is limited because it is read
   * completely and partly kept in memory.
   */
  readonly directory: number
  /** Maximum unpacked size of one entry. */
  readonly entry: number
  /** Maximum declared unpacked size of all entries together. */
  readonly total: number
  /**
   * Maximum ratio of unpacked to packed size, for each entry and for all entries together. It is checked only for
   * unpacked sizes of at least `ratioFrom` bytes.
   */
  readonly ratio: number
  readonly ratioFrom: number
}

/**
 * Limits for books and comics. 1 GiB per entry is enough for an embedded video. 16 GiB in total are enough for a
 * collected comic edition with uncompressed pages. No book has 50,000 files. The ratio limit of 250 is above the ratio
 * of legitimate content (3 to 20 for text, about 100 for a BMP page of line art). The limit is far below the ratio of
 * 1,032 that DEFLATE reaches for zeros.
 */
export const archiveLimits: ArchiveLimits = {
  entries: 50_000,
  directory: 16 * MIB,
  entry: GIB,
  total: 16 * GIB,
  ratio: 250,
  ratioFrom: 16 * MIB
}

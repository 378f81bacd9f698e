const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Limits on an archive, in bytes unless the name says otherwise. */
export interface ArchiveLimits {
  readonly entries: number
  /**
   * Maximum size of the directory, the list of entries at the end of the archive. The whole directory is read, and part
   * of it is kept in memory.
   */
  readonly directory: number
  /** Maximum unpacked size of one entry. */
  readonly entry: number
  /** Maximum declared unpacked size of all entries together. */
  readonly total: number
  /**
   * Maximum compression ratio of one entry, and of all entries together. The limit applies to unpacked sizes of at
   * least `ratioFrom` bytes.
   */
  readonly ratio: number
  readonly ratioFrom: number
}

/**
 * Limits for books and comics. 1 GiB is enough for a chapter as a video, and 16 GiB for a collected edition with
 * uncompressed pages. No book has 50,000 chapters. DEFLATE reaches a ratio of 1,032 to 1 for zeros. Text reaches 3 to
 * 20, and a BMP page of line art about 100.
 */
export const archiveLimits: ArchiveLimits = {
  entries: 50_000,
  directory: 16 * MIB,
  entry: GIB,
  total: 16 * GIB,
  ratio: 250,
  ratioFrom: 16 * MIB
}

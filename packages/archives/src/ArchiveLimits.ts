const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** Limits for an archive. Bytes, unless the name says otherwise. */
export interface ArchiveLimits {
  readonly entries: number
  /** Size of the stored list of entries at the end of the archive. The whole list is read and part of it kept. */
  readonly directory: number
  /** Unpacked size of one entry. */
  readonly entry: number
  /** Declared unpacked size of all entries. */
  readonly total: number
  /** Maximum compression ratio, of one entry and of all together; applies from `ratioFrom` bytes on. */
  readonly ratio: number
  readonly ratioFrom: number
}

/**
 * Suited to books and comics: 1 GiB fits a chapter as a video, 16 GiB a collected edition of uncompressed pages, and no
 * book has 50,000 chapters. DEFLATE reaches 1,032 to 1 on zeros; text has 3 to 20, and a BMP page of line art about
 * 100.
 */
export const archiveLimits: ArchiveLimits = {
  entries: 50_000,
  directory: 16 * MIB,
  entry: GIB,
  total: 16 * GIB,
  ratio: 250,
  ratioFrom: 16 * MIB
}

const MIB = 1024 * 1024
const GIB = 1024 * MIB

/** What an archive may ask of us. Bytes, unless a name says otherwise. */
export interface ArchiveLimits {
  readonly entries: number
  /** Of the list of entries at the end of the archive, as stored. It is read as a whole, some of it is kept. */
  readonly directory: number
  /** Of one entry, unpacked. */
  readonly entry: number
  /** Of all entries, unpacked, as declared. */
  readonly total: number
  /** Unpacked by packed, of one entry and of all together; counts from `ratioFrom` on. */
  readonly ratio: number
  readonly ratioFrom: number
}

/**
 * Books and comics: 1 GiB holds a chapter as a video, 16 GiB a collected edition of uncompressed pages, and 50,000
 * entries more chapters than any book has. DEFLATE reaches 1,032 to 1 on zeros; text has 3 to 20, and a page of line art
 * as BMP some 100.
 */
export const archiveLimits: ArchiveLimits = {
  entries: 50_000,
  directory: 16 * MIB,
  entry: GIB,
  total: 16 * GIB,
  ratio: 250,
  ratioFrom: 16 * MIB
}

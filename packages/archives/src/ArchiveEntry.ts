import type { EntryRefusal } from "./ArchiveErrors.ts"

/** An entry in the directory of an archive. */
export interface ArchiveEntry {
  /** The index of the entry in the directory, from 0. The index is sufficient to read the entry. */
  readonly index: number
  /**
   * The decoded name as stored in the archive. Other entries of the same archive may refer to it, as the package file
   * of a book does. It may be any text: `../../etc/passwd`, a NUL, 65,535 characters. Never use it as a path on disk,
   * and never display it.
   */
  readonly key: string
  /** A display name without `..` steps, drives, control characters and direction overrides. It may be empty. */
  readonly name: string
  /** A link is a file whose content is its target path. Links are neither followed nor read. */
  readonly kind: "file" | "directory" | "link"
  /** True for files that operating systems leave behind (`__MACOSX`, `.DS_Store`, `Thumbs.db`). */
  readonly isJunk: boolean
  /** Declared unpacked size in bytes. Content of a different size is damaged. */
  readonly size: number
  readonly packedSize: number
  /** Declared checksum of the content. */
  readonly crc32: number
  /** The reason why the entry cannot be read, or undefined if it can be read. */
  readonly refusal: typeof EntryRefusal.Type | undefined
}

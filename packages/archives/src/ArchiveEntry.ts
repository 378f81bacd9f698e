import type { EntryRefusal } from "./ArchiveErrors.ts"

/** One entry of an archive's directory. */
export interface ArchiveEntry {
  /** Its index in the directory, from 0. Reading uses nothing else. */
  readonly index: number
  /**
   * The name as stored in the archive, decoded. Another entry of the same archive may refer to it (a book's package
   * file does). It may be anything: `../../etc/passwd`, a NUL, 65,535 characters. Never use it as a disk path, and
   * never display it.
   */
  readonly key: string
  /** A display name without `..` steps, drives, control characters and direction overrides. May be empty. */
  readonly name: string
  /** A link is a file whose content is its target path; links are neither followed nor read. */
  readonly kind: "file" | "directory" | "link"
  /** True for files that systems leave behind (`__MACOSX`, `.DS_Store`, `Thumbs.db`). */
  readonly isJunk: boolean
  /** Declared unpacked size in bytes; content of another size is damaged. */
  readonly size: number
  readonly packedSize: number
  /** Checksum of the content, as declared. */
  readonly crc32: number
  /** The reason why it cannot be read; undefined if it can. */
  readonly refusal: typeof EntryRefusal.Type | undefined
}

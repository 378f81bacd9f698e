import type { EntryRefusal } from "./ArchiveErrors.ts"

/** One line of an archive's directory. */
export interface ArchiveEntry {
  /** Its place in the directory, from 0; the only thing it is read by. */
  readonly index: number
  /**
   * As the archive spells it, decoded. Another entry of the same archive may refer to it (a book's package file does). It
   * may be anything: `../../etc/passwd`, a NUL, 65,535 characters. Never a path of a disk, never shown.
   */
  readonly key: string
  /** For people: without steps upward, drives, controls and overrides of the writing direction. May be empty. */
  readonly name: string
  /** A link is a file whose content is the path it leads to; it is not followed, and not read. */
  readonly kind: "file" | "directory" | "link"
  /** What systems leave behind (`__MACOSX`, `.DS_Store`, `Thumbs.db`): nothing a person put there. */
  readonly isJunk: boolean
  /** Bytes, unpacked, as declared; a content of another size is damaged. */
  readonly size: number
  readonly packedSize: number
  /** Checksum of the content, as declared. */
  readonly crc32: number
  /** Why it is not read; undefined when it is. */
  readonly refusal: typeof EntryRefusal.Type | undefined
}

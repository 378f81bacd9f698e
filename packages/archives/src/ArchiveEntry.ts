import type { EntryRefusal } from "./ArchiveErrors.ts"

/** An entry in the directory of an archive. */
export interface ArchiveEntry {
  /** The index of the entry in the directory, from 0. It identifies the entry when reading its content. */
  readonly index: number
  /**
   * The decoded name as stored in the archive. Use this name only to look up an entry that another entry refers to. For
   * example, a book's package file refers to the chapters by name. The name may be any text: `../../etc/passwd`, a NUL,
   * 65,535 characters. Never use the name as a path on disk, and never display it.
   */
  readonly key: string
  /**
   * The name to display, without `..` steps, drive letters, control characters and text direction overrides. It may be
   * empty.
   */
  readonly name: string
  /** A symbolic link is stored as a file whose content is the target path. Links are neither followed nor read. */
  readonly kind: "file" | "directory" | "link"
  /** True for files that operating systems leave behind (`__MACOSX`, `.DS_Store`, `Thumbs.db`). */
  readonly isJunk: boolean
  /** Declared unpacked size in bytes. Reading fails with `damaged` if the content has a different size. */
  readonly size: number
  readonly packedSize: number
  /** Declared CRC-32 checksum of the unpacked content. */
  readonly crc32: number
  /** The reason why the entry cannot be read, or undefined if it can be read. */
  readonly refusal: typeof EntryRefusal.Type | undefined
}

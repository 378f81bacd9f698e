import type { FileHandle } from "node:fs/promises"
import { ArchiveRefused } from "./ArchiveErrors.ts"
import { cutOff, readExactly } from "./ArchiveFile.ts"

const END_RECORD = 0x06054b50
const WIDE_LOCATOR = 0x07064b50
const FIRST_ENTRY = 0x04034b50
const END_LENGTH = 22
const LOCATOR_LENGTH = 20
const LONGEST_COMMENT = 0xffff
/**
 * Maximum number of bytes that may follow the archive in its file. Such bytes are, for example, the padding of a
 * download, a signature, or a line break.
 */
const MOST_TRAILING = 64 * 1024

/** The byte range of the archive in its file. */
export interface ArchiveSpan {
  readonly base: number
  readonly size: number
}

/**
 * Finds the archive in a file by its end record. Searches backwards, because the record ends with a comment of any
 * length. Like other unpacking programs, accepts data before and after the archive, because such files exist. Skips a
 * record that does not fit the file, because its signature may be part of a comment.
 */
export const findArchive = async (handle: FileHandle, fileSize: number): Promise<ArchiveSpan> => {
  const length = Math.min(fileSize, END_LENGTH + LOCATOR_LENGTH + LONGEST_COMMENT + MOST_TRAILING)
  const tail = await readExactly(handle, fileSize - length, length)
  for (let at = length - END_LENGTH; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_RECORD) continue
    const end = at + END_LENGTH + tail.readUInt16LE(at + 20)
    const span = end > length ? undefined : spanOf(tail, at, fileSize - length, fileSize - length + end)
    if (span !== undefined) return span
  }
  throw await whyNone(handle, fileSize)
}

/**
 * Returns the range of the archive whose end record is at `at` in `tail`. If the record does not fit the file, returns
 * undefined. `start` is the offset of `tail` in the file, and `end` is the offset of the first byte after the archive.
 */
const spanOf = (tail: Buffer, at: number, start: number, end: number): ArchiveSpan | undefined => {
  const isWide = at >= LOCATOR_LENGTH && tail.readUInt32LE(at - LOCATOR_LENGTH) === WIDE_LOCATOR
  // In a 64-bit archive, another record contains the offsets. The ZIP library reads it.
  if (isWide) return { base: 0, size: end }
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== tail.readUInt16LE(at + 10))
    throw new ArchiveRefused({
      code: "split",
      reason: "The archive is split into several parts, which is not supported."
    })
  const directorySize = tail.readUInt32LE(at + 12)
  const directoryStart = tail.readUInt32LE(at + 16)
  const base = start + at - directorySize - directoryStart
  return base < 0 ? undefined : { base, size: end - base }
}

const whyNone = async (handle: FileHandle, fileSize: number): Promise<ArchiveRefused> => {
  const isBegun = fileSize >= 4 && (await readExactly(handle, 0, 4)).readUInt32LE(0) === FIRST_ENTRY
  return isBegun
    ? cutOff()
    : new ArchiveRefused({ code: "not-an-archive", reason: "This is not a ZIP archive." })
}

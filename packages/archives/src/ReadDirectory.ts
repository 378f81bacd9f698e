import { promisify } from "node:util"
import { type Entry, fromRandomAccessReaderPromise } from "yauzl"
import type { FileHandle } from "node:fs/promises"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import { ArchiveRefused } from "./ArchiveErrors.ts"
import { ArchiveFile, cutOff } from "./ArchiveFile.ts"
import type { ArchiveLimits } from "./ArchiveLimits.ts"
import { decodeName, isJunkKey, nameOf } from "./EntryName.ts"
import { findArchive } from "./FindEnd.ts"
import { type StoredRange, refusalOf, requireApart, requireHonestTotal } from "./Refusals.ts"

/** The internal data that is needed to read an entry. */
export interface Stored extends StoredRange {
  readonly crc32: number
  readonly isPacked: boolean
}

export interface Directory {
  /** Offset of the archive in its file, in bytes. */
  readonly base: number
  readonly entries: ReadonlyArray<ArchiveEntry>
  /** The internal data of each entry, in the order of `entries`. */
  readonly stored: ReadonlyArray<Stored>
}

/**
 * Number of bytes that the ZIP library may read in addition to the directory: the end of the file and the 64-bit
 * records.
 */
const AROUND = 256 * 1024
const HEADER_LENGTH = 30
const STRONG_ENCRYPTION = 0x40

/** Reads the directory of an archive. Rejects with `ArchiveRefused` or an errno error. */
export const readDirectory = async (
  handle: FileHandle,
  fileSize: number,
  limits: ArchiveLimits
): Promise<Directory> => {
  const span = await findArchive(handle, fileSize)
  const file = new ArchiveFile(handle, span.base, span.size, limits.directory + AROUND)
  const zip = await fromRandomAccessReaderPromise(file, span.size, {
    autoClose: false,
    decodeStrings: false,
    lazyEntries: true,
    validateEntrySizes: false
  }).catch(rethrow)
  if (zip.entryCount > limits.entries)
    throw new ArchiveRefused({ code: "too-many-entries", reason: "The archive has too many entries." })
  const entries: Array<ArchiveEntry> = []
  const stored: Array<Stored> = []
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entryOf(entry, entries.length, limits))
      stored.push(storedOf(entry))
    }
  } catch (cause) {
    // The ZIP library throws an error without a code for a strongly encrypted entry, so check the entry's flag here.
    if (await isStronglyEncrypted(file, Number(zip.readEntryCursor)))
      throw new ArchiveRefused({ code: "encrypted", reason: "The archive is encrypted." })
    rethrow(cause)
  }
  if (stored.some((one) => one.offset + one.headerLength + one.packedSize > span.size)) throw cutOff()
  requireApart(stored)
  requireHonestTotal(entries, fileSize, limits)
  return { base: span.base, entries, stored }
}

/**
 * Rethrows `ArchiveRefused` and errno errors, and converts all other errors to `damaged`. These come from the ZIP
 * library, have no code, and all mean that the archive is inconsistent.
 */
const rethrow = (cause: unknown): never => {
  throw cause instanceof ArchiveRefused || (cause as NodeJS.ErrnoException).syscall !== undefined
    ? cause
    : cutOff()
}

const isStronglyEncrypted = async (file: ArchiveFile, cursor: number): Promise<boolean> => {
  const header = Buffer.alloc(10)
  try {
    await promisify(file.read.bind(file))(header, 0, header.length, cursor)
    return header.readUInt32LE(0) === 0x02014b50 && (header.readUInt16LE(8) & STRONG_ENCRYPTION) !== 0
  } catch {
    return false
  }
}

const MADE_BY_UNIX = 3
const FILE_TYPE = 0o170000
const LINK = 0o120000
const DIRECTORY = 0o040000
const DOS_DIRECTORY = 0x10

const kindOf = (entry: Entry, key: string): ArchiveEntry["kind"] => {
  const type =
    entry.versionMadeBy >>> 8 === MADE_BY_UNIX ? (entry.externalFileAttributes >>> 16) & FILE_TYPE : 0
  if (type === LINK) return "link"
  const isDirectory =
    type === DIRECTORY || /[\\/]$/.test(key) || (entry.externalFileAttributes & DOS_DIRECTORY) !== 0
  return isDirectory ? "directory" : "file"
}

const entryOf = (entry: Entry, index: number, limits: ArchiveLimits): ArchiveEntry => {
  const key = decodeName(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields)
  const facts = {
    kind: kindOf(entry, key),
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize
  }
  const packing = { isEncrypted: entry.isEncrypted(), method: entry.compressionMethod }
  return {
    index,
    key,
    name: nameOf(key),
    isJunk: isJunkKey(key),
    ...facts,
    crc32: entry.crc32,
    refusal: refusalOf(facts, packing, limits)
  }
}

const storedOf = (entry: Entry): Stored => ({
  offset: entry.relativeOffsetOfLocalHeader,
  headerLength: HEADER_LENGTH + entry.fileNameLength,
  packedSize: entry.compressedSize,
  crc32: entry.crc32,
  isPacked: entry.compressionMethod === 8
})

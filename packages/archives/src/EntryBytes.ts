import type { FileHandle } from "node:fs/promises"
import { pipeline, Readable, Transform } from "node:stream"
import { crc32, createInflateRaw } from "node:zlib"
import { EntryRefused } from "./ArchiveErrors.ts"
import { readExactly } from "./ArchiveFile.ts"
import type { Stored } from "./ReadDirectory.ts"

/** Number of bytes to read from the file at a time, per open entry. Unpacked data arrives in pieces of 16 KiB. */
const PIECE = 64 * 1024
const HEADER_LENGTH = 30
const HEADER = 0x04034b50

const damaged = () => new EntryRefused({ code: "damaged", reason: "The content of this entry is damaged." })

/** Reads the stored bytes of an entry. `base` is the offset of the archive in its file. */
async function* packedBytes(handle: FileHandle, base: number, { offset, packedSize }: Stored) {
  const header = await readExactly(handle, base + offset, HEADER_LENGTH)
  if (header.readUInt32LE(0) !== HEADER) throw damaged()
  const start = base + offset + HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28)
  for (let done = 0; done < packedSize; done += PIECE)
    yield await readExactly(handle, start + done, Math.min(PIECE, packedSize - done))
}

/**
 * Passes the unpacked bytes through. If there are more than `size` bytes, fails as soon as this is known. If there are
 * fewer bytes, or if the CRC-32 of the bytes is not `checksum`, fails at the end.
 */
const verified = (size: number, checksum: number): Transform => {
  let length = 0
  let sum = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      sum = crc32(chunk, sum)
      if (length > size) done(damaged())
      else done(null, chunk)
    },
    flush: (done) => done(length === size && sum === checksum ? null : damaged())
  })
}

/**
 * Returns the content of an entry as a stream. The checksum is verified only at the end of the stream, so do not trust
 * the content before that. Use `toRefused` to convert errors of the stream. Destroying the stream stops reading the
 * file.
 */
export const entryBytes = (handle: FileHandle, base: number, stored: Stored, size: number): Readable => {
  const packed = Readable.from(packedBytes(handle, base, stored), { objectMode: false })
  const end = verified(size, stored.crc32)
  const unpack = stored.isPacked ? [createInflateRaw()] : []
  // `pipeline` destroys all stages if one of them fails. The error is reported by the returned stream, so the callback
  // has nothing to do.
  pipeline([packed, ...unpack, end], () => undefined)
  return end
}

export const toRefused = (cause: unknown): EntryRefused => {
  if (cause instanceof EntryRefused) return cause
  return (cause as NodeJS.ErrnoException).syscall === undefined
    ? damaged()
    : new EntryRefused({ code: "io-error", reason: "The archive cannot be read." })
}

import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import type { MediaPath } from "../MediaPath.ts"

/** The structure of the file contradicts itself, or asks for more than we give. */
export class IndexUnusable extends Error {
  override readonly name = "IndexUnusable"
}

/** One index of 64 MiB covers about 2 million samples: 19 hours at 30/s. */
const MAX_BLOCK = 64 * 1024 * 1024
/** All reads of one file together, so that no chain of small claims goes on for ever. */
const MAX_READS = 250_000
const MAX_TOTAL = 256 * 1024 * 1024

/** A file that is read at offsets, with limits on what a hostile one can make us do. */
export class BoundedFile {
  readonly size: number
  private readonly handle: FileHandle
  private readonly start: Buffer
  private reads = 0
  private total = 0

  static async open(path: MediaPath): Promise<BoundedFile> {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const facts = await handle.stat()
      if (!facts.isFile()) throw new IndexUnusable("not a regular file")
      return BoundedFile.over(handle, facts.size)
    } catch (cause) {
      await handle.close()
      throw cause
    }
  }

  /** An open file, which somebody else closes; `start` is what is known of its first bytes. */
  static over(handle: FileHandle, size: number, start: Buffer = Buffer.alloc(0)): BoundedFile {
    return new BoundedFile(handle, size, start)
  }

  private constructor(handle: FileHandle, size: number, start: Buffer) {
    this.handle = handle
    this.size = size
    this.start = start
  }

  /** Exactly `length` bytes. Throws `IndexUnusable` beyond the file or the limits. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (length < 0 || length > MAX_BLOCK) throw new IndexUnusable("a block is too large")
    if (!Number.isSafeInteger(offset) || offset < 0 || offset + length > this.size) {
      throw new IndexUnusable("a block lies outside the file")
    }
    return this.readSome(offset, length)
  }

  /** Up to `length` bytes: fewer only at the end of the file. */
  async readUpTo(offset: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset >= this.size) return Buffer.alloc(0)
    return this.readSome(offset, Math.min(length, this.size - offset))
  }

  close(): Promise<void> {
    return this.handle.close()
  }

  private async readSome(offset: number, length: number): Promise<Buffer> {
    this.reads += 1
    this.total += length
    if (this.reads > MAX_READS || this.total > MAX_TOTAL) throw new IndexUnusable("the index is too large")
    if (offset + length <= this.start.length) return this.start.subarray(offset, offset + length)
    const buffer = Buffer.alloc(length)
    let done = 0
    while (done < length) {
      const { bytesRead } = await this.handle.read(buffer, done, length - done, offset + done)
      if (bytesRead === 0) throw new IndexUnusable("the file ended within a block")
      done += bytesRead
    }
    return buffer
  }
}

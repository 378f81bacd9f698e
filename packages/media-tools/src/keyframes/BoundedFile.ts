import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import type { MediaPath } from "../MediaPath.ts"

/** The structure of the file is inconsistent, or reading it would exceed the limits. */
export class IndexUnusable extends Error {
  override readonly name = "IndexUnusable"
}

/** Maximum size in bytes of one read. An index of 64 MiB covers about 2 million samples: 19 hours at 30/s. */
const MAX_BLOCK = 64 * 1024 * 1024
/** Maximum numbers of reads and of bytes for one file. These limits stop endless chains of small structures. */
const MAX_READS = 250_000
const MAX_TOTAL = 256 * 1024 * 1024

/**
 * Minimum number of bytes to read at once. A read of 12 bytes takes as long as a read of 512 bytes, and the next
 * structure is usually close by.
 */
const WINDOW = 512

interface Budget {
  reads: number
  bytes: number
}

/** Reads a file at given offsets. Limits the reads, so that a malicious file cannot cause too much work. */
export class BoundedFile {
  readonly size: number
  private readonly handle: FileHandle
  private readonly start: Buffer
  private readonly budget: Budget
  private windowStart = 0
  private window: Buffer = Buffer.alloc(0)

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

  /** Wraps an open file, which the caller closes. `start` contains its first bytes if they were already read. */
  static over(handle: FileHandle, size: number, start: Buffer = Buffer.alloc(0)): BoundedFile {
    return new BoundedFile(handle, size, start, { reads: 0, bytes: 0 })
  }

  private constructor(handle: FileHandle, size: number, start: Buffer, budget: Budget) {
    this.handle = handle
    this.size = size
    this.start = start
    this.budget = budget
  }

  /**
   * Returns a second reader of the same file. Both readers count toward the same limits and may be used concurrently.
   */
  fork(): BoundedFile {
    return new BoundedFile(this.handle, this.size, this.start, this.budget)
  }

  /** Reads exactly `length` bytes. Throws `IndexUnusable` if the file has fewer bytes or a limit is exceeded. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (length < 0 || length > MAX_BLOCK) throw new IndexUnusable("a block is too large")
    if (!Number.isSafeInteger(offset) || offset < 0 || offset + length > this.size) {
      throw new IndexUnusable("a block lies outside the file")
    }
    return this.readSome(offset, length)
  }

  /** Reads `length` bytes, or fewer at the end of the file. */
  async readUpTo(offset: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset >= this.size) return Buffer.alloc(0)
    return this.readSome(offset, Math.min(length, this.size - offset))
  }

  close(): Promise<void> {
    return this.handle.close()
  }

  private async readSome(offset: number, length: number): Promise<Buffer> {
    if (offset + length <= this.start.length) return this.start.subarray(offset, offset + length)
    if (length > WINDOW) return this.fetch(offset, length)
    const isInside = offset >= this.windowStart && offset + length <= this.windowStart + this.window.length
    if (!isInside) {
      this.window = await this.fetch(offset, Math.min(WINDOW, this.size - offset))
      this.windowStart = offset
    }
    return this.window.subarray(offset - this.windowStart, offset - this.windowStart + length)
  }

  private async fetch(offset: number, length: number): Promise<Buffer> {
    this.budget.reads += 1
    this.budget.bytes += length
    if (this.budget.reads > MAX_READS || this.budget.bytes > MAX_TOTAL) {
      throw new IndexUnusable("the index is too large")
    }
    const buffer = Buffer.allocUnsafe(length)
    let done = 0
    while (done < length) {
      const { bytesRead } = await this.handle.read(buffer, done, length - done, offset + done)
      if (bytesRead === 0) throw new IndexUnusable("the file ended within a block")
      done += bytesRead
    }
    return buffer
  }
}

import type { FileHandle } from "node:fs/promises"
import { RandomAccessReader } from "yauzl"
import { ArchiveRefused } from "./ArchiveErrors.ts"

/**
 * Number of bytes to read from the file at a time. The ZIP library requests the directory in consecutive pieces of
 * about 100 bytes, so without this buffer, 10,000 entries would take 20,000 reads.
 */
const WINDOW = 64 * 1024

/**
 * Reads exactly `length` bytes. Rejects with `ArchiveRefused` (`damaged`) if the file ends earlier, or with the errno
 * error if reading fails.
 */
export const readExactly = async (handle: FileHandle, start: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, start + done)
    if (bytesRead === 0) throw cutOff()
    done += bytesRead
  }
  return bytes
}

export const cutOff = () =>
  new ArchiveRefused({ code: "damaged", reason: "The archive is truncated or its directory is damaged." })

/**
 * Lets the ZIP library read only the part of a file that contains the archive. Fails once the library has requested
 * more bytes in total than `budget`.
 */
export class ArchiveFile extends RandomAccessReader {
  private readonly handle: FileHandle
  private readonly base: number
  private readonly size: number
  private left: number
  private windowStart = 0
  private window: Buffer = Buffer.alloc(0)

  /**
   * All numbers are in bytes: the start of the archive (`base`), its length (`size`), and the limit on reads
   * (`budget`).
   */
  constructor(handle: FileHandle, base: number, size: number, budget: number) {
    super()
    this.handle = handle
    this.base = base
    this.size = size
    this.left = budget
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void
  ): void {
    this.copy(buffer, offset, length, position).then(
      () => callback(null),
      (cause: unknown) => callback(cause as Error)
    )
  }

  /** Has no effect, because the caller owns the handle. */
  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }

  private async copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    this.left -= length
    if (this.left < 0)
      throw new ArchiveRefused({
        code: "directory-too-large",
        reason: "The archive's directory is too large."
      })
    if (!Number.isSafeInteger(position) || position < 0 || position + length > this.size) throw cutOff()
    const end = this.windowStart + this.window.length
    if (position < this.windowStart || position + length > end) {
      const ahead = Math.min(Math.max(WINDOW, length), this.size - position)
      this.window = await readExactly(this.handle, this.base + position, ahead)
      this.windowStart = position
    }
    this.window.copy(buffer, offset, position - this.windowStart, position - this.windowStart + length)
  }
}

import { type FileHandle, open, rename, rm } from "node:fs/promises"

/** Maximum size in bytes of each read from the file. */
const READ_BYTES = 256 * 1024

export interface LiveSegmentFiles {
  readonly n: number
  readonly firstPart: number
  readonly finalPath: string
  readonly temporaryPath: string
}

/**
 * A segment while it is being written. The bytes go to a temporary file, which readers follow at their own pace, so a
 * slow reader uses no memory and does not slow down other readers. The file is renamed to its final name only when it
 * is complete.
 */
export class LiveSegment {
  readonly n: number
  /** The part at which the file begins. 0 for a whole segment. */
  readonly firstPart: number
  /** Offset of each part that has begun. */
  private readonly parts: Array<number> = []
  /** The path of the finished file. */
  private finalPath: string
  private readonly temporaryPath: string
  private readonly handle: FileHandle
  private written = 0
  private state: "open" | "done" | "failed" = "open"
  private failure: unknown
  private readers = 0
  private isClosed = false
  private isKept = false
  private waiting: Array<() => void> = []

  static async create(files: LiveSegmentFiles): Promise<LiveSegment> {
    return new LiveSegment(files, await open(files.temporaryPath, "wx+"))
  }

  private constructor({ finalPath, firstPart, n, temporaryPath }: LiveSegmentFiles, handle: FileHandle) {
    this.n = n
    this.firstPart = firstPart
    this.finalPath = finalPath
    this.temporaryPath = temporaryPath
    this.handle = handle
  }

  get readerCount(): number {
    return this.readers
  }

  get size(): number {
    return this.written
  }

  /**
   * Marks the current end of the file as the beginning of the next part. Call this before writing the bytes of that
   * part.
   */
  beginPart(): void {
    this.parts.push(this.written)
    this.wake()
  }

  hasBegun(part: number): boolean {
    return part >= this.firstPart && part - this.firstPart < this.parts.length
  }

  /** Returns the size of a complete part in bytes. Undefined for other parts. */
  sizeOf(part: number): number | undefined {
    const start = this.parts[part - this.firstPart]
    const end = this.parts[part - this.firstPart + 1] ?? (this.state === "done" ? this.written : undefined)
    return start === undefined || end === undefined ? undefined : end - start
  }

  async write(bytes: Buffer): Promise<void> {
    let done = 0
    while (done < bytes.length) {
      const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, this.written + done)
      done += bytesWritten
    }
    this.written += bytes.length
    this.wake()
  }

  /**
   * Renames the file to its final name, or to `path` if the source ends within this segment. Current readers still get
   * all existing bytes.
   */
  async complete(path: string = this.finalPath): Promise<void> {
    await rename(this.temporaryPath, path)
    this.finalPath = path
    this.state = "done"
    this.isKept = true
    this.wake()
    await this.closeIfUnused()
  }

  /** Deletes the file. Readers still get the bytes that were written so far, and then fail with `failure`. */
  async fail(failure: unknown): Promise<void> {
    if (this.state !== "open") return
    this.state = "failed"
    this.failure = failure
    try {
      await rm(this.temporaryPath, { force: true })
    } finally {
      this.wake()
      await this.closeIfUnused()
    }
  }

  /**
   * Yields the bytes of the whole segment. If `part` is given, yields only the bytes of that part, which must have
   * begun. Ends when the segment or part is complete. If the segment failed, throws the failure.
   */
  async *read(part?: number): AsyncGenerator<Buffer, void, undefined> {
    // The segment failed before this reader arrived, and its file has already been deleted.
    if (this.isClosed && !this.isKept) throw this.failure
    const own = this.isClosed ? await open(this.finalPath, "r") : undefined
    const source = own ?? this.handle
    this.readers += 1
    try {
      const next = part === undefined ? undefined : part - this.firstPart + 1
      let offset = next === undefined ? 0 : this.parts[next - 1]!
      for (;;) {
        const end = next === undefined ? undefined : this.parts[next]
        if (offset === end) return
        const written = end ?? this.written
        if (offset < written) {
          const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, written - offset))
          const { bytesRead } = await source.read(buffer, 0, buffer.length, offset)
          if (bytesRead === 0) return
          offset += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (this.state === "done") return
        else if (this.state === "failed") throw this.failure
        else await new Promise<void>((resolve) => this.waiting.push(resolve))
      }
    } finally {
      this.readers -= 1
      await (own === undefined ? this.closeIfUnused() : own.close())
    }
  }

  private wake(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }

  private async closeIfUnused(): Promise<void> {
    if (this.isClosed || this.state === "open" || this.readers > 0) return
    this.isClosed = true
    await this.handle.close()
  }
}

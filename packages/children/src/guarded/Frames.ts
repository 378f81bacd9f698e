import type { Readable, Writable } from "node:stream"

/**
 * A message on a pipe. It is sent as a line of JSON, `[head, lengths]`, followed by the bytes of all parts. `lengths`
 * are the sizes of the parts.
 */
export interface Frame {
  readonly head: unknown
  readonly parts: ReadonlyArray<Buffer>
}

export interface FrameLimits {
  readonly headBytes: number
  /** Maximum total size in bytes of all parts. */
  readonly partBytes: number
}

/** Maximum number of parts per frame. A batch of subtitles has many parts. */
const MOST_PARTS = 4_096

const lengthsIn = (text: string): { readonly head: unknown; readonly lengths: ReadonlyArray<number> } => {
  const [head, lengths] = JSON.parse(text) as ReadonlyArray<unknown>
  if (!Array.isArray(lengths) || lengths.length > MOST_PARTS) throw new RangeError("no lengths")
  for (const length of lengths as ReadonlyArray<unknown>)
    if (!Number.isSafeInteger(length) || (length as number) < 0) throw new RangeError("no length")
  return { head, lengths: lengths as ReadonlyArray<number> }
}

export const writeFrame = (to: Writable, { head, parts }: Frame): void => {
  to.write(`${JSON.stringify([head, parts.map(({ length }) => length)])}\n`)
  for (const part of parts) to.write(part)
}

/** Assembles frames from the chunks of a pipe, and enforces size limits. */
export class FrameReader {
  private chunks: Array<Buffer> = []
  private length = 0
  private begun: ReturnType<typeof lengthsIn> | undefined

  private readonly limits: FrameLimits

  constructor(limits: FrameLimits) {
    this.limits = limits
  }

  /**
   * Adds a chunk. Returns the frame if it is complete now, or undefined. Throws a `RangeError` or `SyntaxError` for
   * invalid input.
   */
  push(chunk: Buffer): Frame | undefined {
    this.chunks.push(chunk)
    this.length += chunk.length
    if (this.begun === undefined) {
      const isEnd = chunk.includes(10)
      if (this.length > this.limits.headBytes && !isEnd) throw new RangeError("the header is too long")
      if (!isEnd) return undefined
      const all = Buffer.concat(this.chunks)
      const end = all.indexOf(10)
      if (end > this.limits.headBytes) throw new RangeError("the header is too long")
      this.begun = lengthsIn(all.toString("utf8", 0, end))
      this.chunks = [all.subarray(end + 1)]
      this.length = all.length - end - 1
    }
    const { head, lengths } = this.begun
    const wanted = lengths.reduce((sum, length) => sum + length, 0)
    if (wanted > this.limits.partBytes || this.length > wanted) throw new RangeError("too many bytes")
    if (this.length < wanted) return undefined
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, wanted)
    this.chunks = []
    this.length = 0
    this.begun = undefined
    let from = 0
    const parts = lengths.map((length) => bytes.subarray(from, (from += length)))
    return { head, parts }
  }
}

/** Sends a frame and waits for the response. Rejects if the program ends or sends an invalid frame. */
export const exchange = (
  { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable },
  question: Frame,
  limits: FrameLimits
): Promise<Frame> =>
  new Promise((resolve, reject) => {
    const reader = new FrameReader(limits)
    const settle = (done: () => void) => {
      stdout.off("data", onData).off("close", onClose)
      done()
    }
    const onClose = () => settle(() => reject(new Error("the program ended")))
    const onData = (chunk: Buffer) => {
      try {
        const frame = reader.push(chunk)
        if (frame !== undefined) settle(() => resolve(frame))
      } catch (error) {
        settle(() => reject(error as Error))
      }
    }
    if (stdout.destroyed) return onClose()
    stdout.on("data", onData).once("close", onClose)
    writeFrame(stdin, question)
  })

import type { Readable, Writable } from "node:stream"
import { LARGEST_PAGE } from "./PictureSet.ts"
import { takePixels } from "./PixelMemory.ts"
import type { RawFrame } from "./RawFrame.ts"

/**
 * The decoder's response: a picture's pixels, its metadata, or libvips' error message with the first bytes of the file.
 */
export type DecoderAnswer =
  | { readonly frame: RawFrame }
  | { readonly facts: unknown }
  | { readonly error: string; readonly head: Buffer }

const MOST_HEAD_BYTES = 4_096
/** Maximum size of a JSON response in bytes. The text of a page has at most 3 MB. */
const MOST_JSON_BYTES = 4 * 1024 * 1024

/** Maximum side of a frame in pixels. A page whose width is limited may be a long strip. */
const MOST_SIDE = 4 * LARGEST_PAGE
const isSide = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST_SIDE

/** Reads one response of the decoder process. The process is not trusted, so values out of bounds are rejected. */
class Answer {
  private chunks: Array<Buffer> = []
  private length = 0
  private frame: (RawFrame & { readonly data: Buffer }) | undefined
  /** Number of received bytes of the frame. */
  private filled = 0
  /** The length of a JSON response in bytes. */
  private words: number | undefined

  /** Returns the response once it is complete. Throws if it is invalid. */
  push(chunk: Buffer): DecoderAnswer | undefined {
    if (this.frame !== undefined) return this.fill(this.frame, chunk)
    this.chunks.push(chunk)
    this.length += chunk.length
    if (this.words === undefined) {
      const all = Buffer.concat(this.chunks)
      const end = all.indexOf(10)
      if (end < 0 ? all.length > MOST_HEAD_BYTES : end > MOST_HEAD_BYTES) throw new RangeError("no answer")
      if (end < 0) return undefined
      const head = JSON.parse(all.subarray(0, end).toString("utf8")) as Record<string, unknown>
      if (typeof head["error"] === "string") {
        const { error, head: bytes } = head
        return { error, head: Buffer.from(typeof bytes === "string" ? bytes : "", "base64") }
      }
      if ("facts" in head) return { facts: head["facts"] }
      const { channels, height, isIncomplete, json, width } = head
      const rest = all.subarray(end + 1)
      if (typeof json === "number" && json >= 0 && json <= MOST_JSON_BYTES) this.words = json
      else if (isSide(width) && isSide(height) && width * height <= LARGEST_PAGE ** 2) {
        const hasAlpha = channels === 4
        const data = takePixels(width * height * (hasAlpha ? 4 : 3))
        this.frame = {
          ...{ width, height, data },
          ...(hasAlpha ? { hasAlpha } : {}),
          ...(isIncomplete === true ? { isIncomplete } : {})
        }
        return this.fill(this.frame, rest)
      } else throw new RangeError("no size")
      this.chunks = [rest]
      this.length = rest.length
    }
    return this.wordsOf(this.words)
  }

  private wordsOf(length: number): DecoderAnswer | undefined {
    if (this.length > length) throw new RangeError("too many words")
    return this.length < length
      ? undefined
      : { facts: JSON.parse(Buffer.concat(this.chunks).toString("utf8")) as unknown }
  }

  private fill(frame: RawFrame & { readonly data: Buffer }, chunk: Buffer) {
    if (this.filled + chunk.length > frame.data.length) throw new RangeError("too many pixels")
    this.filled += chunk.copy(frame.data, this.filled)
    return this.filled < frame.data.length ? undefined : { frame }
  }
}

/** Options of a request. They select a result other than pixels, or change how the pixels are decoded. */
export interface Wanted {
  /** True to request the file's metadata instead of pixels. */
  readonly facts?: boolean
  /** Maximum length of the longer side in pixels, if it differs from the default. */
  readonly longest?: number
  /** Maximum width in pixels, if it is limited separately. */
  readonly widest?: number
  /** True to decode a truncated file as far as possible. */
  readonly isTolerant?: boolean
  /** True to keep transparency if the format supports it. */
  readonly isTransparent?: boolean
  /** Page of a document, from 0. */
  readonly page?: number
  /** True to request the lines of `page` instead of its pixels. */
  readonly text?: boolean
  /** Words to search for, starting at `page`. */
  readonly find?: string
}

/**
 * Asks the decoder for one picture or its metadata. Rejects if the decoder ends without a response or sends an invalid
 * response.
 */
export const askDecoder = (
  { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable },
  input: Buffer | string,
  wanted: Wanted = {}
): Promise<DecoderAnswer> =>
  new Promise((resolve, reject) => {
    const answer = new Answer()
    const settle = (done: () => void) => {
      stdout.off("data", onData).off("close", onClose)
      done()
    }
    const onClose = () => settle(() => reject(new Error("the decoder ended")))
    const onData = (chunk: Buffer) => {
      try {
        const whole = answer.push(chunk)
        if (whole !== undefined) settle(() => resolve(whole))
      } catch (error) {
        settle(() => reject(error as Error))
      }
    }
    if (stdout.destroyed) return onClose()
    stdout.on("data", onData).once("close", onClose)
    if (typeof input === "string") stdin.write(`${JSON.stringify({ path: input, ...wanted })}\n`)
    else {
      stdin.write(`${JSON.stringify({ length: input.length, ...wanted })}\n`)
      stdin.write(input)
    }
  })

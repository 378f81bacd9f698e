import type { Lyrics } from "./lrc.ts"
import { plainText } from "@media/kernel/PlainText"

/** Reads `length` bytes at an offset. Returns fewer bytes at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** The maximum number of frames to search. About a dozen tags and pictures come before the lyrics. */
const MOST_FRAMES = 500
const MOST_BYTES = 512 * 1024
const MOST_LINES = 5_000
/**
 * The maximum number of bytes to read of an unsynchronized tag. Reading this many bytes takes 10 ms, and tags with a
 * cover are usually smaller.
 */
const MOST_TAG_BYTES = 4 * 1024 * 1024

/** Reads a number that is stored with seven bits per byte. */
const syncSafe = (bytes: Buffer, at: number): number =>
  (bytes[at]! << 21) | (bytes[at + 1]! << 14) | (bytes[at + 2]! << 7) | bytes[at + 3]!

/** Replaces `FF 00` with `FF`. The format inserts the zero so that no byte sequence looks like audio data. */
const synchronized = (bytes: Buffer): Buffer => {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    plain[length++] = bytes[at]!
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1
  }
  return plain.subarray(0, length)
}

/**
 * Returns a reader for a tag that is unsynchronized as a whole. The sizes of its frames refer to the original bytes.
 */
const readSynchronized = async (read: ReadAt, end: number): Promise<ReadAt> => {
  const plain = synchronized(await read(10, Math.min(end - 10, MOST_TAG_BYTES)))
  return async (offset, length) => plain.subarray(offset - 10, offset - 10 + length)
}

/**
 * Finds the frame of synchronized lyrics at the beginning of a file (ID3v2.2 to 2.4). Returns undefined if there is no
 * such frame. ffprobe does not report this frame. Other frames are skipped by their size and not read.
 */
export const syltFrame = async (readFile: ReadAt): Promise<Buffer | undefined> => {
  const head = await readFile(0, 14)
  if (head.length < 14 || head.toString("latin1", 0, 3) !== "ID3") return undefined
  const [version, flags] = [head[3]!, head[5]!]
  if (version < 2 || version > 4) return undefined
  const end = 10 + syncSafe(head, 6)
  const [idLength, headLength] = version === 2 ? [3, 6] : [4, 10]
  const isWhole = version < 4 && (flags & 0x80) !== 0
  const read = isWhole ? await readSynchronized(readFile, end) : readFile
  const extended = version === 4 ? syncSafe(head, 10) : head.readUInt32BE(10) + 4
  let at = 10 + (version > 2 && (flags & 0x40) !== 0 ? extended : 0)
  for (let frame = 0; frame < MOST_FRAMES && at + headLength <= end; frame += 1) {
    const here = await read(at, headLength)
    if (here.length < headLength || here[0] === 0) return undefined
    const id = here.toString("latin1", 0, idLength)
    const size =
      version === 2 ? here.readUIntBE(3, 3) : version === 4 ? syncSafe(here, 4) : here.readUInt32BE(4)
    const from = at + headLength
    at = from + size
    if (id !== "SYLT" && id !== "SLT") continue
    if (size > MOST_BYTES || at > end) return undefined
    const bytes = await read(from, size)
    const marks = version === 2 ? 0 : here[9]!
    // Compressed and encrypted frames are not supported.
    if ((version === 4 && (marks & 0x0c) !== 0) || (version === 3 && (marks & 0xc0) !== 0)) return undefined
    const plain = version === 4 && (marks & 0x01) !== 0 ? bytes.subarray(4) : bytes
    return version === 4 && (marks & 0x02) !== 0 ? synchronized(plain) : plain
  }
  return undefined
}

const decoders = ["windows-1252", "utf-16", "utf-16be", "utf-8"] as const
const decoded = (bytes: Buffer, encoding: number): string => {
  const isBigEndian = encoding === 1 && bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isBigEndian ? "utf-16be" : decoders[encoding]).decode(bytes)
}

/**
 * Returns the end of the text that begins at `from`. A text ends at a NUL byte, or at two NUL bytes if its characters
 * have two bytes.
 */
const endOf = (bytes: Buffer, from: number, isWide: boolean): number => {
  for (let at = from; at < bytes.length; at += isWide ? 2 : 1)
    if (bytes[at] === 0 && (!isWide || bytes[at + 1] === 0)) return at
  return bytes.length
}

/**
 * Parses the synchronized lyrics in an ID3 frame (SYLT) whose times are in milliseconds, not in MPEG frames. The
 * entries of a frame are either lines or syllables. If they are syllables, an entry that begins with a line break
 * starts a new line. Returns undefined if the frame is invalid or has no lyrics.
 */
export const syltIn = (frame: Buffer): Lyrics | undefined => {
  // The header contains the encoding, the language, the time unit, and the content type (sung or spoken).
  if (frame.length < 7 || frame[0]! > 3 || frame[4] !== 2 || ![1, 2].includes(frame[5]!)) return undefined
  const encoding = frame[0]!
  const isWide = encoding === 1 || encoding === 2
  const step = isWide ? 2 : 1
  const parts: Array<{ start: number; text: string }> = []
  for (let at = endOf(frame, 6, isWide) + step; at < frame.length && parts.length < MOST_LINES;) {
    const end = endOf(frame, at, isWide)
    if (end + step + 4 > frame.length) break
    parts.push({
      start: frame.readUInt32BE(end + step) / 1_000,
      text: decoded(frame.subarray(at, end), encoding)
    })
    at = end + step + 4
  }
  const isOfSyllables = parts.some(({ text }) => /^[\r\n]/.test(text))
  const lines: Array<{ start: number; text: string }> = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (isOfSyllables && last !== undefined && !/^[\r\n]/.test(part.text)) last.text += part.text
    else lines.push({ ...part })
  }
  if (lines.length === 0) return undefined
  return {
    isTimed: true,
    lines: lines
      .map(({ start, text }) => ({ start, text: plainText(text).trim().slice(0, 1_000).toWellFormed() }))
      .toSorted((a, b) => a.start - b.start)
  }
}

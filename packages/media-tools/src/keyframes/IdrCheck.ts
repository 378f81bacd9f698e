import type { BoundedFile } from "./BoundedFile.ts"

/** Size in bytes of the first read, which usually covers the delimiter, SEI and parameter sets before the frame. */
const FIRST_READ = 64
/** Maximum number of units to examine before the first slice of a frame. Frames of real videos have fewer units. */
const MAX_UNITS = 32

/**
 * True if the first slice of an H.264 sample (length-prefixed units, as mp4 and Matroska store them) is an IDR picture.
 * `undefined` if the sample is invalid.
 */
export const startsWithIdr = async (
  file: BoundedFile,
  offset: number,
  size: number,
  lengthBytes: number
): Promise<boolean | undefined> => {
  let window = await file.readUpTo(offset, Math.min(size, FIRST_READ))
  let windowStart = 0
  let at = 0
  for (let unit = 0; unit < MAX_UNITS && at + lengthBytes < size; unit++) {
    if (at + lengthBytes + 1 > windowStart + window.length) {
      window = await file.readUpTo(offset + at, Math.min(size - at, FIRST_READ))
      windowStart = at
      if (window.length <= lengthBytes) return undefined
    }
    const length = window.readUIntBE(at - windowStart, lengthBytes)
    const type = window[at - windowStart + lengthBytes]! & 0x1f
    if (type >= 1 && type <= 5) return type === 5
    if (length === 0) return undefined
    at += lengthBytes + length
  }
  return undefined
}

/**
 * Number of concurrent reads, so that the disk can sort them in its queue. If the first check fails, up to 31 reads
 * were unnecessary.
 */
const AT_ONCE = 32

/**
 * Checks whether all frames start with an IDR picture. Stops at the first group of `AT_ONCE` frames in which a check
 * fails. The earliest failure in the group decides, so that every process gets the same result.
 */
export const allStartWithIdr = async <A>(
  frames: ReadonlyArray<A>,
  check: (frame: A) => Promise<boolean | undefined>
): Promise<boolean | "unknown"> => {
  for (let i = 0; i < frames.length; i += AT_ONCE) {
    const answers = await Promise.all(frames.slice(i, i + AT_ONCE).map(check))
    const first = answers.findIndex((answer) => answer !== true)
    if (first >= 0) return answers[first] ?? "unknown"
  }
  return true
}

/**
 * Returns the size in bytes of a unit's length field, from the decoder configuration (`avcC`). Undefined if the
 * configuration is invalid.
 */
export const unitLengthBytes = (configuration: Buffer): number | undefined =>
  configuration.length >= 7 && configuration[0] === 1 ? (configuration[4]! & 3) + 1 : undefined

/** The format and the size from a picture's header, for the formats that ffmpeg decodes instead of libvips. */
export interface StillHeader {
  readonly format: "bmp" | "jp2"
  readonly width: number
  readonly height: number
}

/**
 * Number of bytes to search. `ihdr` is among the first boxes of a JP2 file, and `SIZ` is the first marker of a
 * codestream.
 */
const MOST_BYTES = 4_096
/** Maximum number of pixels. ffmpeg takes 2 GB for 60 megapixels of JPEG 2000. */
const MOST_PIXELS = 60_000_000

const bounded = (format: StillHeader["format"], width: number, height: number): StillHeader | undefined =>
  width > 0 && height > 0 && width * height <= MOST_PIXELS ? { format, width, height } : undefined

const bmp = (head: Buffer): StillHeader | undefined =>
  head.readUInt32LE(14) === 12
    ? bounded("bmp", head.readUInt16LE(18), head.readUInt16LE(20))
    : bounded("bmp", head.readInt32LE(18), Math.abs(head.readInt32LE(22)))

const codestream = (head: Buffer): StillHeader | undefined =>
  bounded("jp2", head.readUInt32BE(8) - head.readUInt32BE(16), head.readUInt32BE(12) - head.readUInt32BE(20))

const boxes = (head: Buffer): StillHeader | undefined => {
  const at = head.subarray(0, MOST_BYTES).indexOf("ihdr")
  return at < 0 || at + 12 > head.length
    ? undefined
    : bounded("jp2", head.readUInt32BE(at + 8), head.readUInt32BE(at + 4))
}

/** Reads the size of a BMP or JPEG 2000 file. Undefined for all other formats, and for impossible sizes. */
export const stillHeaderOf = (head: Buffer): StillHeader | undefined => {
  if (head.length < 32) return undefined
  if (
    head.toString("latin1", 0, 2) === "BM" &&
    [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))
  )
    return bmp(head)
  if (head.readUInt32BE(0) === 0xff4fff51) return codestream(head)
  return head.toString("latin1", 4, 8) === "jP  " ? boxes(head) : undefined
}

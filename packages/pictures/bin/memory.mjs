import sharp from "sharp"
import { isSequential } from "./jpeg.mjs"

// libvips decodes most formats line by line. The formats that this module checks are decoded in
// memory as a whole, and a small file may contain many pixels.

/**
 * Memory limit in bytes for one picture. The process itself takes 70 MB, which makes about 500 MB in total. A camera's
 * AVIF of 24 megapixels takes 412 MB.
 */
const MOST_BYTES = 420 * 1024 ** 2
/** Bytes of memory per AVIF pixel (2026-11-22, libvips 8.17): 60 megapixels take 1,100 MB. */
const AVIF_BYTES = 18
const CHANNELS_OF_PNG = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Returns the number of bytes of memory that an interlaced PNG takes, from its header. 0 for other pictures. */
const interlacedBytes = (head) => {
  if (head.length < 29 || head.toString("latin1", 1, 4) !== "PNG" || head[28] !== 1) return 0
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  return (width * height * (CHANNELS_OF_PNG[head[25]] ?? 4) * Math.max(8, head[24])) / 8
}

const avifBytes = async (input, head) => {
  if (head.toString("latin1", 4, 8) !== "ftyp") return 0
  const { height = 0, width = 0 } = await sharp(input, { limitInputPixels: false }).metadata()
  return width * height * AVIF_BYTES
}

/** Throws for a picture that would take more than `MOST_BYTES`. */
export const requireMemory = async (input, source) => {
  const head = source.read(0, 64)
  if (interlacedBytes(head) > MOST_BYTES || (await avifBytes(input, head)) > MOST_BYTES)
    throw new Error("The picture needs too much memory.")
}

/**
 * Maximum number of pixels in formats that are decoded line by line. Phones take photos of 200 megapixels, and
 * panoramas are 40,000 pixels wide. A JPEG of 200 megapixels, even rotated, took 175 MB and 1.2 to 1.9 s. A PNG of 180
 * megapixels took 235 MB and 1.7 s (2026-11-23, libvips 8.17).
 */
const MOST_STREAMED = 400_000_000

const isPlainPng = async (input, head) => {
  if (head.length < 29 || head.toString("latin1", 1, 4) !== "PNG" || head[28] !== 0) return false
  // A PNG that must be rotated is decoded in memory as a whole, whereas a JPEG is scaled down first.
  const { orientation = 1 } = await sharp(input, { limitInputPixels: false }).metadata()
  return orientation === 1
}

/** Returns the maximum number of pixels for a picture that is decoded line by line. Undefined for other pictures. */
export const streamedPixels = async (input, source) => {
  const head = source.read(0, 64)
  const isJpeg = head.length > 2 && head.readUInt16BE(0) === 0xffd8
  return (isJpeg ? isSequential(source) : await isPlainPng(input, head)) ? MOST_STREAMED : undefined
}

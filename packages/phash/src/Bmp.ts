import type { Raster } from "./Raster.ts"

const HEAD_BYTES = 54
/** Maximum width and height in pixels. No frame that we request is larger. */
const LONGEST_SIDE = 16_384

/**
 * Parses a 24-bit BMP as ffmpeg writes it: rows from the bottom, pixels as BGR, each row padded to a multiple of 4
 * bytes. Returns undefined for any other data, including a truncated file.
 */
export const readBmp = (bytes: Buffer): Raster | undefined => {
  if (bytes.length < HEAD_BYTES || bytes.toString("latin1", 0, 2) !== "BM") return undefined
  const start = bytes.readUInt32LE(10)
  const width = bytes.readInt32LE(18)
  const height = bytes.readInt32LE(22)
  const isSize = (side: number) => side > 0 && side <= LONGEST_SIDE
  if (!isSize(width) || !isSize(height)) return undefined
  if (bytes.readUInt16LE(28) !== 24 || bytes.readUInt32LE(30) !== 0) return undefined
  const stride = Math.ceil((width * 3) / 4) * 4
  if (start < HEAD_BYTES || start + stride * height > bytes.length) return undefined
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    let from = start + (height - 1 - y) * stride
    let to = y * width * 3
    for (let x = 0; x < width; x += 1, from += 3, to += 3) {
      data[to] = bytes[from + 2]!
      data[to + 1] = bytes[from + 1]!
      data[to + 2] = bytes[from]!
    }
  }
  return { width, height, data }
}

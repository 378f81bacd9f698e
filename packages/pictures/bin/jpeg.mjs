/** Maximum size of a JPEG in bytes. A JPEG of 60 megapixels at the best quality has about 40 MB. */
const MOST_JPEG_BYTES = 64 * 1024 ** 2
/** Maximum number of bytes before the frame header of a JPEG: EXIF, profiles and embedded previews. */
const MOST_HEADER_BYTES = 1024 ** 2

/**
 * Reads a JPEG's header: the `marker` of its frame (the coding), `bits`, `components`, and its size. If a scan follows,
 * `inScan` is the number of components in the first scan. If there is no frame header, returns undefined.
 */
const headerOf = (source, at) => {
  const block = source.read(at, MOST_HEADER_BYTES)
  if (block.length < 4 || block.readUInt16BE(0) !== 0xffd8) return undefined
  let frame
  for (let from = 2; from + 9 < block.length;) {
    if (block[from] !== 0xff) return undefined
    const marker = block[from + 1]
    if (marker === 0xff) {
      from += 1
      continue
    }
    if (marker === 0xda) return frame && { ...frame, inScan: block[from + 4] }
    if (marker === 0xd9) return frame
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [block.readUInt16BE(from + 5), block.readUInt16BE(from + 7)]
      frame = { marker, bits: block[from + 4], components: block[from + 9], height, width }
    }
    from += 2 + Math.max(2, block.readUInt16BE(from + 2))
  }
  return frame
}

/** Returns the size of a JPEG that can be displayed. Lossless JPEGs contain raw values and are skipped. */
const jpegSize = (source, at) => {
  const header = headerOf(source, at)
  return header === undefined || header.marker > 0xc2 || header.bits !== 8
    ? undefined
    : { height: header.height, width: header.width }
}

/**
 * True if the JPEG is decoded line by line. Progressive JPEGs, and JPEGs with one scan per color, are decoded in memory
 * as a whole.
 */
export const isSequential = (source) => {
  const header = headerOf(source, 0)
  return header !== undefined && header.marker <= 0xc1 && header.inScan === header.components
}

/**
 * Returns the largest of these JPEGs with its offset and length. JPEGs that are not completely in the file are skipped.
 */
export const largestOf = (source, jpegs, mostPixels) => {
  let best
  for (const [at, length = 0] of jpegs) {
    if (length < 4 || length > MOST_JPEG_BYTES || at + length > source.size) continue
    const size = jpegSize(source, at)
    if (size === undefined || size.width * size.height === 0) continue
    if (size.width * size.height > mostPixels) continue
    if (best === undefined || size.width * size.height > best.width * best.height)
      best = { ...size, at, length }
  }
  return best
}

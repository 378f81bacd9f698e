/** A JPEG of 60 megapixels at the best quality takes about 40 MB. */
const MOST_JPEG_BYTES = 64 * 1024 ** 2
/** The header of a JPEG, with EXIF, profiles and previews of its own before its size. */
const MOST_HEADER_BYTES = 1024 ** 2

/** The size of a JPEG that can be shown: lossless ones are raw values. */
const jpegSize = (source, at) => {
  const block = source.read(at, MOST_HEADER_BYTES)
  if (block.length < 4 || block.readUInt16BE(0) !== 0xffd8) return undefined
  for (let from = 2; from + 9 < block.length;) {
    if (block[from] !== 0xff) return undefined
    const marker = block[from + 1]
    if (marker === 0xff) {
      from += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      if (marker > 0xc2 || block[from + 4] !== 8) return undefined
      return { height: block.readUInt16BE(from + 5), width: block.readUInt16BE(from + 7) }
    }
    if (marker === 0xda || marker === 0xd9) return undefined
    from += 2 + Math.max(2, block.readUInt16BE(from + 2))
  }
  return undefined
}

/** The largest JPEG of these, each where it begins and its length, as far as they lie within the file. */
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

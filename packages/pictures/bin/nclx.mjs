// AVIF and HEIC may declare their colors by numbers (`nclx`, ITU-T H.273) instead of an ICC profile. Cameras and
// browsers use these numbers, but libvips treats such pixels as sRGB. This module converts only
// Display P3. HDR pictures are shown without conversion. Picture files are not trusted: the numbers
// of boxes and entries are limited, and offsets outside the file are ignored.
import sharp from "sharp"

const DISPLAY_P3 = 12
/** Transfer functions that are undeclared or displayed like sRGB: BT.709, BT.601, sRGB itself. */
const TRANSFERS = [1, 2, 6, 13]
const MOST_META_BYTES = 1024 * 1024
const MOST_BOXES = 4_096

/** Lists the consecutive boxes in `bytes` with their types and contents. */
const boxesIn = (bytes) => {
  const found = []
  for (let at = 0; at + 8 <= bytes.length && found.length < MOST_BOXES;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) break
    found.push({ type: bytes.toString("latin1", at + 4, at + 8), bytes: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return found
}
const boxIn = (boxes, type) => boxes.find((box) => box.type === type)?.bytes

/** Returns the content of the box `meta`, which comes before the pixels. */
const metaOf = (source) => {
  for (let at = 0, n = 0; n < 16; n++) {
    const head = source.read(at, 8)
    if (head.length < 8) return undefined
    const size = head.readUInt32BE(0)
    if (size < 8) return undefined
    if (head.toString("latin1", 4, 8) === "meta")
      return size > MOST_META_BYTES ? undefined : source.read(at + 12, size - 12)
    at += size
  }
  return undefined
}

/** Returns the property numbers (from 1) of one item, according to the box `ipma`. */
const propertiesOf = (ipma, item) => {
  const isLongId = ipma[0] > 0
  const isLongIndex = (ipma[3] & 1) === 1
  let at = 8
  for (let entries = ipma.readUInt32BE(4); entries > 0; entries--) {
    const id = isLongId ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at)
    at += isLongId ? 4 : 2
    const count = ipma.readUInt8(at++)
    const indexes = Array.from({ length: count }, (_, n) =>
      isLongIndex ? ipma.readUInt16BE(at + 2 * n) & 0x7fff : ipma.readUInt8(at + n) & 0x7f
    )
    if (id === item) return indexes
    at += count * (isLongIndex ? 2 : 1)
  }
  return []
}

/** Returns the color numbers of the main picture. Undefined if the picture declares none. */
const colorsOf = (source) => {
  const meta = metaOf(source)
  if (meta === undefined) return undefined
  const boxes = boxesIn(meta)
  const pitm = boxIn(boxes, "pitm")
  const properties = boxesIn(boxIn(boxes, "iprp") ?? Buffer.alloc(0))
  const ipma = boxIn(properties, "ipma")
  if (pitm === undefined || ipma === undefined) return undefined
  const container = boxesIn(boxIn(properties, "ipco") ?? Buffer.alloc(0))
  const item = pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
  const colors = propertiesOf(ipma, item)
    .map((index) => container[index - 1])
    .find((box) => box?.type === "colr" && box.bytes.toString("latin1", 0, 4) === "nclx")?.bytes
  return colors && { primaries: colors.readUInt16BE(4), transfer: colors.readUInt16BE(6) }
}

let profile
const displayP3 = async () => {
  if (profile === undefined) {
    const create = { width: 1, height: 1, channels: 3, background: "#000" }
    const png = await sharp({ create }).withIccProfile("p3").png().toBuffer()
    profile = (await sharp(png).metadata()).icc
  }
  return profile
}

/** Returns an ICC profile for the colors that a file declares by numbers. Undefined for sRGB and unknown colors. */
export const namedProfile = async (source) => {
  try {
    const colors = colorsOf(source)
    const isP3 = colors?.primaries === DISPLAY_P3 && TRANSFERS.includes(colors.transfer)
    return isP3 ? await displayP3() : undefined
  } catch (error) {
    // A truncated box declares no colors.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

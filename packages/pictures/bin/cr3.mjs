import { directoryAt, numbersOf, valuesOf } from "./directories.mjs"

// Reads Canon's CR3, which consists of boxes like MP4 (github.com/lclevy/canon_cr3). The full-size
// JPEG is the sample of a track. Canon's own boxes contain a smaller JPEG, and the directories of
// EXIF, each as a separate TIFF. The number of boxes is limited,
// and no box is read twice.

const MOST_BOXES = 512
const MOST_EXIF_BYTES = 256 * 1024
const CANON = "85c0b687820f11e08111f4ce462b6a48"
const PREVIEW = "eaf42b5e1c984b88b9fbb7dc406e4d16"
const ORIENTATION = 0x112
const EXIF = 0x8769
const GPS = 0x8825

/** Returns the offset of the inner boxes in a box's content. Undefined for boxes without relevant inner boxes. */
const boxesBegin = (type, uuid) => {
  if (["moov", "trak", "mdia", "minf", "stbl"].includes(type)) return 0
  if (type !== "uuid") return undefined
  return uuid === CANON ? 16 : uuid === PREVIEW ? 24 : undefined
}

/** Lists the file's boxes and their inner boxes, each with its parent. `at` is the offset of the content. */
const boxesOf = (source) => {
  const found = []
  const waiting = [{ at: 0, end: source.size, parent: undefined }]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { end, parent } = next
    for (let at = next.at; at + 8 <= end && found.length < MOST_BOXES;) {
      const head = source.read(at, 32)
      if (head.length < 8) break
      const isLong = head.readUInt32BE(0) === 1
      if (isLong && head.length < 16) break
      const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
      const begin = isLong ? 16 : 8
      const boxEnd = size === 0 ? end : at + size
      if (boxEnd > end || boxEnd < at + begin) break
      const type = head.toString("latin1", 4, 8)
      const box = { type, at: at + begin, end: boxEnd, parent }
      found.push(box)
      const inner = boxesBegin(type, head.toString("hex", begin, begin + 16))
      if (inner !== undefined) waiting.push({ at: box.at + inner, end: boxEnd, parent: box })
      at = boxEnd
    }
  }
  return found
}

/** Reads a number of 4 or 8 bytes. Undefined past the end of the box. */
const numberIn = (source, box, from, bytes = 4) => {
  if (box === undefined || box.at + from + bytes > box.end) return undefined
  const block = source.read(box.at + from, bytes)
  if (block.length < bytes) return undefined
  return bytes === 4 ? block.readUInt32BE(0) : Number(block.readBigUInt64BE(0))
}

/** Returns the offset and length of a track's first sample, from its table boxes. */
const firstSample = (source, table) => {
  const of = (type) => table.find((box) => box.type === type)
  const size = numberIn(source, of("stsz"), 4) || numberIn(source, of("stsz"), 12)
  const at = numberIn(source, of("co64"), 8, 8) ?? numberIn(source, of("stco"), 8)
  return at === undefined || size === undefined ? [] : [[at, size]]
}

/**
 * Wraps a TIFF whose first directory is EXIF or GPS in a new TIFF. The first directory of the new TIFF refers to that
 * directory.
 */
const namedBy = (tiff, tag) => {
  if (tiff === undefined || tiff.length < 8) return []
  const bytes = Buffer.concat([tiff, Buffer.alloc(18)])
  const isLittle = bytes.toString("latin1", 0, 2) === "II"
  const write = (value, at, size) =>
    isLittle ? bytes.writeUIntLE(value, at, size) : bytes.writeUIntBE(value, at, size)
  const first = numbersOf(bytes, isLittle).u32(4)
  const at = tiff.length
  write(at, 4, 4)
  write(1, at, 2)
  write(tag, at + 2, 2)
  write(4, at + 4, 2)
  write(1, at + 6, 4)
  write(first, at + 10, 4)
  return [bytes]
}

const orientationOf = (tiff) => {
  if (tiff === undefined || tiff.length < 8) return 1
  const within = { read: (at, length) => tiff.subarray(at, at + length) }
  const isLittle = tiff.toString("latin1", 0, 2) === "II"
  const directory = directoryAt(within, numbersOf(tiff, isLittle).u32(4), 0, isLittle)
  return valuesOf(within, directory?.entries.get(ORIENTATION), isLittle)[0] ?? 1
}

/** Returns the ranges that may contain a JPEG, the orientation, and the TIFFs that together contain EXIF. */
export const canonBoxes = (source) => {
  const boxes = boxesOf(source)
  const tiffOf = (type) => {
    const box = boxes.find((each) => each.type === type && each.end - each.at <= MOST_EXIF_BYTES)
    return box === undefined ? undefined : source.read(box.at, box.end - box.at)
  }
  const tables = boxes.filter(({ type }) => type === "stbl")
  const samples = tables.flatMap((table) =>
    firstSample(
      source,
      boxes.filter(({ parent }) => parent === table)
    )
  )
  const previews = boxes
    .filter(({ type }) => type === "PRVW")
    .map((box) => [box.at + 16, numberIn(source, box, 12) ?? 0])
  const first = tiffOf("CMT1")
  return {
    jpegs: [...samples, ...previews],
    orientation: orientationOf(first),
    exif: [
      ...namedBy(tiffOf("CMT2"), EXIF),
      ...namedBy(tiffOf("CMT4"), GPS),
      ...(first === undefined ? [] : [first])
    ]
  }
}

// Finds the largest JPEG preview that a camera stored in a raw photo. Most formats are TIFF with other tags (DNG, CR2,
// NEF, ARW, PEF, ORF, RW2, SRW and more). RAF has its own header, CR3 has boxes, and X3F has sections. The file is not
// trusted: the numbers of directories, entries and bytes are limited, a directory is read only once, and data outside
// the file is ignored.

import { canonBoxes } from "./cr3.mjs"
import { directoryAt, numbersOf, valuesOf } from "./directories.mjs"
import { largestOf } from "./jpeg.mjs"
import { sigmaImages } from "./x3f.mjs"

const MOST_DIRECTORIES = 64

const WIDTH = 0x100
const HEIGHT = 0x101
const COMPRESSION = 0x103
const PHOTOMETRIC = 0x106
const STRIP_OFFSETS = 0x111
const ORIENTATION = 0x112
const STRIP_BYTES = 0x117
const SUB_DIRECTORIES = 0x14a
const JPEG_OFFSET = 0x201
const JPEG_BYTES = 0x202
/** Panasonic's tag whose value is a whole JPEG. */
const JPEG_WITHIN = 0x2e
const EXIF = 0x8769
const MAKER_NOTE = 0x927c
const DNG_VERSION = 0xc612

/** Photometric interpretations of raw photos: color filter array values, and linear values. */
const RAW_PHOTOMETRICS = [32_803, 34_892]
/** Compressions used by Sony, Samsung, Nikon, Pentax and Kodak. */
const RAW_COMPRESSIONS = [32_767, 32_769, 32_770, 34_713, 65_000, 65_535]
/**
 * Olympus stores its preview in a directory of the maker note. Returns the offset of that directory and its byte order.
 */
const olympusNote = (source, note) => {
  const head = source.read(note.offset, 16)
  const isLittle = (at) => head.toString("latin1", at, at + 2) === "II"
  if (head.toString("latin1", 0, 8) === "OLYMPUS\0") return { at: note.offset + 12, isLittle: isLittle(8) }
  if (head.toString("latin1", 0, 10) === "OM SYSTEM\0")
    return { at: note.offset + 16, isLittle: isLittle(12) }
  return undefined
}
const OLYMPUS_SETTINGS = 0x2020

/** Returns the ranges of one directory that may contain a JPEG. */
const jpegsIn = (source, { entries }, base, isLittle) => {
  const first = (tag) => valuesOf(source, entries.get(tag), isLittle)[0]
  const found = []
  const [strips, lengths] = [STRIP_OFFSETS, STRIP_BYTES].map((tag) =>
    valuesOf(source, entries.get(tag), isLittle)
  )
  if (strips.length === 1 && [6, 7].includes(first(COMPRESSION))) found.push([base + strips[0], lengths[0]])
  const offset = first(JPEG_OFFSET)
  if (offset !== undefined) found.push([base + offset, first(JPEG_BYTES)])
  const within = entries.get(JPEG_WITHIN)
  if (within?.type === 7) found.push([within.offset, within.length])
  return found
}

const walk = (source, isLittle, start) => {
  const seen = new Set()
  const jpegs = []
  let isRaw = false
  let orientation
  let largest = { width: 0, height: 0 }
  const waiting = [{ at: start, base: 0, isLittle }]
  while (waiting.length > 0 && seen.size < MOST_DIRECTORIES) {
    const { at, base, isLittle: isHereLittle, isSettings = false } = waiting.shift()
    if (seen.has(at)) continue
    seen.add(at)
    const directory = directoryAt(source, at, base, isHereLittle)
    if (directory === undefined) continue
    const { entries, next } = directory
    const values = (tag) => valuesOf(source, entries.get(tag), isHereLittle)
    if (isSettings) {
      const [[offset], [length]] = [values(0x101), values(0x102)]
      if (offset !== undefined) jpegs.push([base + offset, length])
      continue
    }
    if (base !== 0) {
      const [settings] = values(OLYMPUS_SETTINGS)
      if (settings !== undefined)
        waiting.push({ at: base + settings, base, isLittle: isHereLittle, isSettings: true })
      continue
    }
    // The orientation of the first directory is used, because other directories belong to an embedded preview.
    orientation ??= values(ORIENTATION)[0] ?? 1
    isRaw ||=
      entries.has(DNG_VERSION) ||
      RAW_PHOTOMETRICS.includes(values(PHOTOMETRIC)[0]) ||
      RAW_COMPRESSIONS.includes(values(COMPRESSION)[0])
    const [[width = 0], [height = 0]] = [values(WIDTH), values(HEIGHT)]
    if (width * height > largest.width * largest.height) largest = { width, height }
    jpegs.push(...jpegsIn(source, directory, base, isHereLittle))
    for (const sub of [...values(SUB_DIRECTORIES), ...values(EXIF)])
      waiting.push({ at: sub, base: 0, isLittle: isHereLittle })
    const note = entries.get(MAKER_NOTE)
    const olympus = note === undefined ? undefined : olympusNote(source, note)
    if (olympus !== undefined) waiting.push({ ...olympus, base: note.offset })
    if (next !== undefined) waiting.push({ at: next, base: 0, isLittle: isHereLittle })
  }
  return { isRaw, jpegs, largest, orientation: orientation ?? 1 }
}

/**
 * Completes the result of a reader for another format (CR3, X3F): replaces the ranges that may contain a JPEG with the largest preview.
 */
const withPreview = (source, { jpegs, ...more }, mostPixels) => {
  const best = largestOf(source, jpegs, mostPixels)
  if (best === undefined) return {}
  const { at, length, ...size } = best
  return { ...size, ...more, jpeg: source.read(at, length) }
}

/**
 * Reads a raw photo. Undefined for any other file. `jpeg` contains the bytes of its largest preview, if there is one.
 * `orientation` is the EXIF orientation. It is missing if the JPEG states its own orientation. `width` and `height` are
 * the stored values. `exif` is the offset of EXIF, or one or more TIFFs that contain EXIF.
 */
export const rawPhoto = (source, mostPixels) => {
  const head = source.read(0, 128)
  const starts = (text, at = 0) => head.toString("latin1", at, at + text.length) === text
  if (starts("FUJIFILMCCD-RAW") && head.length >= 92) {
    const best = largestOf(source, [[head.readUInt32BE(84), head.readUInt32BE(88)]], mostPixels)
    return best === undefined ? {} : { ...best, jpeg: source.read(best.at, best.length) }
  }
  if (starts("ftypcrx ", 4)) return withPreview(source, canonBoxes(source), mostPixels)
  if (starts("FOVb")) return withPreview(source, sigmaImages(source, head), mostPixels)
  const isLittle = starts("II")
  if (head.length < 8 || !(isLittle || starts("MM"))) return undefined
  // Olympus and Panasonic write other numbers instead of the 42 in the TIFF header.
  const isNamed = starts("IIRO") || starts("IIRS") || starts("MMOR") || starts("IIU\0") || starts("CR", 8)
  if (!isNamed && !starts("II*\0") && !starts("MM\0*")) return undefined
  const found = walk(source, isLittle, numbersOf(head, isLittle).u32(4))
  if (!isNamed && !found.isRaw) return undefined
  const best = largestOf(source, found.jpegs, mostPixels)
  if (best === undefined) return {}
  const isLarger = found.largest.width * found.largest.height > best.width * best.height
  const { height, width } = isLarger ? found.largest : best
  const exif = Buffer.from(source.read(0, 256 * 1024))
  if (isLittle) exif.writeUInt16LE(42, 2)
  else exif.writeUInt16BE(42, 2)
  return {
    jpeg: source.read(best.at, best.length),
    orientation: found.orientation,
    width,
    height,
    exif
  }
}

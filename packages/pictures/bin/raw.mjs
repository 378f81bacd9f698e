// Finds the largest JPEG within a camera's raw photo: the picture that the camera made of it itself. Formats are TIFF with other
// tags (DNG, CR2, NEF, ARW, PEF, ORF, RW2, SRW and more), RAF has a header of its own. Nothing in the file is believed: directories,
// entries and bytes are counted, a directory is read once, and what lies outside of the file is not there.

const MOST_DIRECTORIES = 64
/** The largest directories of cameras have about 100. */
const MOST_ENTRIES = 1_000
const MOST_VALUES = 64
/** A JPEG of 60 megapixels at the best quality takes about 40 MB. */
const MOST_JPEG_BYTES = 64 * 1024 ** 2
/** The header of a JPEG, with EXIF, profiles and previews of its own before its size. */
const MOST_HEADER_BYTES = 1024 ** 2

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
/** Of Panasonic: a whole JPEG. */
const JPEG_WITHIN = 0x2e
const EXIF = 0x8769
const MAKER_NOTE = 0x927c
const DNG_VERSION = 0xc612

/** Values of a color filter array, and linear ones. */
const RAW_PHOTOMETRICS = [32_803, 34_892]
/** Of Sony, Samsung, Nikon, Pentax and Kodak. */
const RAW_COMPRESSIONS = [32_767, 32_769, 32_770, 34_713, 65_000, 65_535]
/** Bytes of a value by its type. */
const TYPE_BYTES = { 1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4, 13: 4 }

const numbersOf = (block, isLittle) => ({
  u16: (at) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at)),
  u32: (at) => (isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at))
})

/** Entries of the directory at `at`; `base` is where its offsets count from. Undefined where there is none. */
const directoryAt = (source, at, base, isLittle) => {
  const head = source.read(at, 2)
  if (head.length < 2) return undefined
  const count = numbersOf(head, isLittle).u16(0)
  if (count === 0 || count > MOST_ENTRIES) return undefined
  const block = source.read(at + 2, count * 12 + 4)
  const { u16, u32 } = numbersOf(block, isLittle)
  const entries = new Map()
  for (let from = 0, n = 0; n < count && from + 12 <= block.length; n++, from += 12) {
    const length = (TYPE_BYTES[u16(from + 2)] ?? 0) * u32(from + 4)
    const place = length <= 4 ? at + 2 + from + 8 : base + u32(from + 8)
    entries.set(u16(from), { type: u16(from + 2), count: u32(from + 4), length, place })
  }
  const next = block.length >= count * 12 + 4 ? u32(count * 12) : 0
  return { entries, next: next === 0 ? undefined : base + next }
}

const valuesOf = (source, entry, isLittle) => {
  if (entry === undefined) return []
  const size = TYPE_BYTES[entry.type] ?? 0
  if (![1, 2, 4].includes(size)) return []
  const block = source.read(entry.place, Math.min(entry.count, MOST_VALUES) * size)
  const { u16, u32 } = numbersOf(block, isLittle)
  return Array.from({ length: Math.floor(block.length / size) }, (_, n) =>
    size === 1 ? block[n] : size === 2 ? u16(n * 2) : u32(n * 4)
  )
}

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

/** Olympus keeps its preview in a directory of the maker's note: where that begins, and its byte order. */
const olympusNote = (source, note) => {
  const head = source.read(note.place, 16)
  const isLittle = (at) => head.toString("latin1", at, at + 2) === "II"
  if (head.toString("latin1", 0, 8) === "OLYMPUS\0") return { at: note.place + 12, isLittle: isLittle(8) }
  if (head.toString("latin1", 0, 10) === "OM SYSTEM\0") return { at: note.place + 16, isLittle: isLittle(12) }
  return undefined
}
const OLYMPUS_SETTINGS = 0x2020

/** Where JPEG data may lie, by one directory. */
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
  if (within?.type === 7) found.push([within.place, within.length])
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
    // Of the first directory: others lie in a preview of their own.
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
    if (olympus !== undefined) waiting.push({ ...olympus, base: note.place })
    if (next !== undefined) waiting.push({ at: next, base: 0, isLittle: isHereLittle })
  }
  return { isRaw, jpegs, largest, orientation: orientation ?? 1 }
}

const largestOf = (source, jpegs, mostPixels) => {
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

/**
 * Undefined for what is no raw photo. Else `jpeg`, the bytes of its largest preview, if there is one; `orientation` as EXIF
 * counts it, where it is not the JPEG's own; `width` and `height`, as stored; `exif`, its beginning, where EXIF is.
 */
export const rawPhoto = (source, mostPixels) => {
  const head = source.read(0, 128)
  const starts = (text, at = 0) => head.toString("latin1", at, at + text.length) === text
  if (starts("FUJIFILMCCD-RAW") && head.length >= 92) {
    const best = largestOf(source, [[head.readUInt32BE(84), head.readUInt32BE(88)]], mostPixels)
    return best === undefined ? {} : { ...best, jpeg: source.read(best.at, best.length) }
  }
  const isLittle = starts("II")
  if (head.length < 8 || !(isLittle || starts("MM"))) return undefined
  // Numbers of Olympus and Panasonic in place of 42.
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

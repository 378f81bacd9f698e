// Reads directories of TIFF and EXIF.

/** Maximum number of entries. The largest directories that cameras write have about 100. */
const MOST_ENTRIES = 1_000
const MOST_VALUES = 64
/** Number of bytes per value, keyed by type. */
const TYPE_BYTES = { 1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4, 13: 4 }

export const numbersOf = (block, isLittle) => ({
  u16: (at) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at)),
  u32: (at) => (isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at))
})

/** Reads the entries of the directory at `at`. Offsets count from `base`. Undefined if there is no directory. */
export const directoryAt = (source, at, base, isLittle) => {
  const head = source.read(at, 2)
  if (head.length < 2) return undefined
  const count = numbersOf(head, isLittle).u16(0)
  if (count === 0 || count > MOST_ENTRIES) return undefined
  const block = source.read(at + 2, count * 12 + 4)
  const { u16, u32 } = numbersOf(block, isLittle)
  const entries = new Map()
  for (let from = 0, n = 0; n < count && from + 12 <= block.length; n++, from += 12) {
    const length = (TYPE_BYTES[u16(from + 2)] ?? 0) * u32(from + 4)
    const offset = length <= 4 ? at + 2 + from + 8 : base + u32(from + 8)
    entries.set(u16(from), { type: u16(from + 2), count: u32(from + 4), length, offset })
  }
  const next = block.length >= count * 12 + 4 ? u32(count * 12) : 0
  return { entries, next: next === 0 ? undefined : base + next }
}

export const valuesOf = (source, entry, isLittle) => {
  if (entry === undefined) return []
  const size = TYPE_BYTES[entry.type] ?? 0
  if (![1, 2, 4].includes(size)) return []
  const block = source.read(entry.offset, Math.min(entry.count, MOST_VALUES) * size)
  const { u16, u32 } = numbersOf(block, isLittle)
  return Array.from({ length: Math.floor(block.length / size) }, (_, n) =>
    size === 1 ? block[n] : size === 2 ? u16(n * 2) : u32(n * 4)
  )
}

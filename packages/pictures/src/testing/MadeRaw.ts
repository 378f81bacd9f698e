interface Entry {
  readonly tag: number
  /** TIFF type number: 3 for values of 16 bits, 4 for values of 32 bits. */
  readonly type: 3 | 4
  readonly values: ReadonlyArray<number>
}

const entryBytes = ({ tag, type, values }: Entry): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16LE(tag, 0)
  bytes.writeUInt16LE(type, 2)
  bytes.writeUInt32LE(values.length, 4)
  if (type === 3) bytes.writeUInt16LE(values[0]!, 8)
  else bytes.writeUInt32LE(values[0]!, 8)
  return bytes
}

/** Builds a little-endian TIFF directory. */
export const madeDirectory = (entries: ReadonlyArray<Entry>, next = 0): Buffer => {
  const count = Buffer.alloc(2)
  count.writeUInt16LE(entries.length)
  const end = Buffer.alloc(4)
  end.writeUInt32LE(next)
  return Buffer.concat([count, ...entries.map(entryBytes), end])
}

export const tiffHeader = (first: number): Buffer => {
  const header = Buffer.from("II*\0....", "latin1")
  header.writeUInt32LE(first, 4)
  return header
}

const short = (tag: number, value: number): Entry => ({ tag, type: 3, values: [value] })
const long = (tag: number, value: number): Entry => ({ tag, type: 4, values: [value] })

/**
 * Creates a TIFF-based raw photo as a camera would, but without raw values: one directory declares 4000 x 3000 values,
 * and there is one directory per preview.
 */
export const madeRaw = (jpegs: ReadonlyArray<Buffer>, { orientation = 1 } = {}): Buffer => {
  const first = (next: number) =>
    madeDirectory(
      [long(0x100, 4_000), long(0x101, 3_000), short(0x106, 32_803), short(0x112, orientation)],
      next
    )
  let at = 8 + first(0).length
  const parts: Array<Buffer> = []
  for (const [index, jpeg] of jpegs.entries()) {
    const length = madeDirectory([long(0x201, 0), long(0x202, 0)]).length
    const next = index + 1 < jpegs.length ? at + length + jpeg.length : 0
    parts.push(madeDirectory([long(0x201, at + length), long(0x202, jpeg.length)], next), jpeg)
    at += length + jpeg.length
  }
  const start = 8 + first(0).length
  return Buffer.concat([tiffHeader(8), first(jpegs.length === 0 ? 0 : start), ...parts])
}

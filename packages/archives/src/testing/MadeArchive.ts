import { crc32, deflateRawSync } from "node:zlib"

/** A ZIP entry to write. Tests may set any field to a value that contradicts the content. */
export interface MadeEntry {
  readonly name: Buffer | string
  readonly content?: Buffer | string
  /** Bytes to store instead of the compressed content. */
  readonly packed?: Buffer
  readonly method?: number
  readonly flags?: number
  readonly extra?: Buffer
  readonly madeBy?: number
  readonly attributes?: number
  /** Size to write to the directory instead of the actual size. */
  readonly size?: number
  readonly packedSize?: number
  readonly crc32?: number
  readonly offset?: number
}

export interface MadeArchive {
  readonly entries: ReadonlyArray<MadeEntry>
  readonly comment?: Buffer | string
  readonly before?: Buffer
  readonly behind?: Buffer
  /** True to write 64-bit sizes, counts and offsets (ZIP64). */
  readonly isWide?: boolean
  /** Count to write to the end record instead of the actual count. */
  readonly count?: number
}

const MAX16 = 0xffff
const MAX32 = 0xffffffff

const numbers = (...fields: ReadonlyArray<readonly [width: 2 | 4 | 8, value: number]>): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt(value))
      return bytes.subarray(0, width)
    })
  )

export const extraField = (id: number, content: Buffer): Buffer =>
  Buffer.concat([numbers([2, id], [2, content.length]), content])

/** Builds a ZIP archive according to PKWARE's APPNOTE 6.3.10. */
export const madeArchive = ({
  before,
  behind,
  comment = "",
  count,
  entries,
  isWide = false
}: MadeArchive) => {
  const bodies: Array<Buffer> = []
  const lines: Array<Buffer> = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? "")
    const method = entry.method ?? 8
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content)
    const name = Buffer.from(entry.name)
    const flags = entry.flags ?? (typeof entry.name === "string" ? 0x800 : 0)
    const sum = entry.crc32 ?? crc32(content)
    const size = entry.size ?? content.length
    const packedSize = entry.packedSize ?? packed.length
    const common = numbers([2, 20], [2, flags], [2, method], [4, 0x5a21_6000], [4, sum])
    const header = Buffer.concat([
      numbers([4, 0x04034b50]),
      common,
      numbers([4, packed.length], [4, content.length], [2, name.length], [2, 0]),
      name
    ])
    const at = entry.offset ?? offset
    const wide = isWide ? extraField(1, numbers([8, size], [8, packedSize], [8, at])) : Buffer.alloc(0)
    const extra = Buffer.concat([wide, entry.extra ?? Buffer.alloc(0)])
    lines.push(
      numbers([4, 0x02014b50], [2, entry.madeBy ?? 20]),
      common,
      isWide ? numbers([4, MAX32], [4, MAX32]) : numbers([4, packedSize], [4, size]),
      numbers([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, entry.attributes ?? 0]),
      numbers([4, isWide ? MAX32 : at]),
      name,
      extra
    )
    bodies.push(header, packed)
    offset += header.length + packed.length
  }
  const directory = Buffer.concat(lines)
  const told = count ?? entries.length
  const wideEnd = isWide
    ? [
        numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, told], [8, told]),
        numbers([8, directory.length], [8, offset]),
        numbers([4, 0x07064b50], [4, 0], [8, offset + directory.length], [4, 1])
      ]
    : []
  const text = Buffer.from(comment)
  const end = isWide
    ? numbers([2, 0], [2, 0], [2, MAX16], [2, MAX16], [4, MAX32], [4, MAX32])
    : numbers([2, 0], [2, 0], [2, told], [2, told], [4, directory.length], [4, offset])
  return Buffer.concat([
    before ?? Buffer.alloc(0),
    ...bodies,
    directory,
    ...wideEnd,
    numbers([4, 0x06054b50]),
    end,
    numbers([2, text.length]),
    text,
    behind ?? Buffer.alloc(0)
  ])
}

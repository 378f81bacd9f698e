import { crc32 } from "node:zlib"

const field = (...parts: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>): Buffer =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    })
  )

/** Creates a ZIP archive of uncompressed entries, which is sufficient for EPUB and CBZ files. */
export const zip = (entries: ReadonlyArray<readonly [name: string, content: Buffer | string]>): Buffer => {
  const locals: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content)
    const path = Buffer.from(name)
    const common = field(
      ...([
        [20, 2],
        [0x800, 2],
        [0, 2],
        [0, 2],
        [0x21, 2]
      ] as const), // Version, UTF-8 flag, method (stored), time, date (1980-01-01).
      ...([
        [crc32(bytes), 4],
        [bytes.length, 4],
        [bytes.length, 4],
        [path.length, 2],
        [0, 2]
      ] as const)
    )
    const local = Buffer.concat([field([0x04034b50, 4]), common, path, bytes])
    const rest = field([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    central.push(Buffer.concat([field([0x02014b50, 4], [20, 2]), common, rest, path]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = field(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [entries.length, 2],
      [entries.length, 2]
    ] as const),
    ...([
      [directory.length, 4],
      [offset, 4],
      [0, 2]
    ] as const)
  )
  return Buffer.concat([...locals, directory, end])
}

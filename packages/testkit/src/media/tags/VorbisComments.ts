/** Pairs of name and value in file order. A name may occur more than once, in any case. */
export type Comments = ReadonlyArray<readonly [name: string, value: string]>

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const sized = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([u32(bytes.length), bytes])
}

const commentsOf = (comments: Comments): Buffer =>
  Buffer.concat([
    sized("tests"),
    u32(comments.length),
    ...comments.map(([name, value]) => sized(`${name}=${value}`))
  ])

const COMMENT_BLOCK = 4

/** Replaces the comments of a FLAC file. */
export const flacWith = (flac: Buffer, comments: Comments): Buffer => {
  const blocks: Array<{ type: number; body: Buffer }> = []
  let at = 4
  for (let isLast = false; !isLast;) {
    const size = flac.readUIntBE(at + 1, 3)
    isLast = (flac[at]! & 0x80) !== 0
    blocks.push({ type: flac[at]! & 0x7f, body: flac.subarray(at + 4, at + 4 + size) })
    at += 4 + size
  }
  const kept = [
    ...blocks.filter(({ type }) => type !== COMMENT_BLOCK),
    { type: COMMENT_BLOCK, body: commentsOf(comments) }
  ]
  const head = kept.map(({ body, type }, index) => {
    const start = Buffer.alloc(4)
    start[0] = type | (index === kept.length - 1 ? 0x80 : 0)
    start.writeUIntBE(body.length, 1, 3)
    return Buffer.concat([start, body])
  })
  return Buffer.concat([flac.subarray(0, 4), ...head, flac.subarray(at)])
}

interface OggPage {
  readonly head: Buffer
  readonly lacing: Buffer
  readonly body: Buffer
}

const pagesOf = (ogg: Buffer): ReadonlyArray<OggPage> => {
  const pages: Array<OggPage> = []
  for (let at = 0; at < ogg.length;) {
    const lacing = ogg.subarray(at + 27, at + 27 + ogg[at + 26]!)
    const start = at + 27 + lacing.length
    const end = start + lacing.reduce((sum, size) => sum + size, 0)
    pages.push({ head: ogg.subarray(at, at + 26), lacing, body: ogg.subarray(start, end) })
    at = end
  }
  return pages
}

const packetsOf = (pages: ReadonlyArray<OggPage>): ReadonlyArray<Buffer> => {
  const packets: Array<Buffer> = []
  let parts: Array<Buffer> = []
  for (const { body, lacing } of pages) {
    let at = 0
    for (const size of lacing) {
      parts.push(body.subarray(at, at + size))
      at += size
      if (size === 255) continue
      packets.push(Buffer.concat(parts))
      parts = []
    }
  }
  return packets
}

/** Computes the CRC-32 of Ogg: polynomial 0x04c11db7, not reflected, initial value 0. */
const crcOf = (bytes: Buffer): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}

const lacingOf = (packet: Buffer): ReadonlyArray<number> => [
  ...Array.from({ length: Math.floor(packet.length / 255) }, () => 255),
  packet.length % 255
]

const written = ({ body, head, lacing }: OggPage, number: number): Buffer => {
  const page = Buffer.concat([head, Buffer.of(lacing.length), lacing, body])
  page.writeUInt32LE(number, 18)
  page.writeUInt32LE(0, 22)
  page.writeUInt32LE(crcOf(page), 22)
  return page
}

/**
 * Replaces the comments of a Vorbis or Opus file in Ogg. The comments, and the Vorbis setup if any, must fit on one
 * page.
 */
export const oggWith = (ogg: Buffer, comments: Comments): Buffer => {
  const [first, ...rest] = pagesOf(ogg)
  const isOpus = first!.body.toString("latin1", 0, 8) === "OpusHead"
  const headers = isOpus ? 1 : 2
  const ownPages = rest.findIndex((_, index) => packetsOf(rest.slice(0, index + 1)).length === headers) + 1
  const [, ...setup] = packetsOf(rest.slice(0, ownPages))
  const tag = isOpus
    ? Buffer.concat([Buffer.from("OpusTags"), commentsOf(comments)])
    : Buffer.concat([Buffer.from("\x03vorbis", "latin1"), commentsOf(comments), Buffer.of(1)])
  const packets = [tag, ...setup]
  const page = {
    head: rest[0]!.head,
    lacing: Buffer.from(packets.flatMap(lacingOf)),
    body: Buffer.concat(packets)
  }
  return Buffer.concat([first!, page, ...rest.slice(ownPages)].map(written))
}

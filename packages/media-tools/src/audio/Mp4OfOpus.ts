import { lengthOf, type Pieces } from "./Pieces.ts"

/** Sample rate of the track. */
const RATE = 48_000
/** Number of samples that libopus adds at the start and players skip, for any packet length. */
export const OPUS_PRE_SKIP = 312

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const zeros = (count: number): Buffer => Buffer.alloc(count)
const box = (name: string, ...pieces: Pieces): Pieces => [
  Buffer.concat([u32(lengthOf(pieces) + 8), Buffer.from(name, "latin1")]),
  ...pieces
]
const fullBox = (name: string, version: number, flags: number, ...pieces: Pieces): Pieces =>
  box(name, u32(version * 2 ** 24 + flags), ...pieces)

/** Identity matrix in 16.16 fixed point, with 2.30 in the last column. */
const upright = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => u32(value)))

const sampleEntry = box(
  "Opus",
  zeros(6),
  u16(1),
  zeros(8),
  ...[2, 16, 0, 0].map((value) => u16(value)),
  u32(RATE * 65_536),
  // Version, channels, pre-skip, rate, gain, mapping: "Encapsulation of Opus in ISO Base Media File Format" 4.3.2.
  ...box("dOps", Buffer.from([0, 2]), u16(OPUS_PRE_SKIP), u32(RATE), u16(0), Buffer.from([0]))
)

interface Sizes {
  /** Number of packets. */
  readonly packets: number
  /** Size of each packet in bytes. */
  readonly packetBytes: number
  /** Number of samples in each packet. */
  readonly packetSamples: number
  /** Number of audible samples, without the encoder's delay. */
  readonly samples: number
}

/**
 * Builds the sample tables. All packets have the same size, but each packet has its own entry in the size table. If the
 * table stated one constant size, GStreamer would treat the samples as raw audio and pass all packets to the decoder as
 * a single buffer.
 */
const tables = ({ packetBytes, packets, packetSamples }: Sizes, dataAt: number): Pieces =>
  box(
    "stbl",
    ...fullBox("stsd", 0, 0, u32(1), ...sampleEntry),
    ...fullBox("stts", 0, 0, u32(1), u32(packets), u32(packetSamples)),
    ...fullBox("stsc", 0, 0, u32(1), u32(1), u32(packets), u32(1)),
    ...fullBox("stsz", 0, 0, u32(0), u32(packets), { unit: u32(packetBytes), count: packets }),
    ...fullBox("co64", 0, 0, u32(1), u64(dataAt))
  )

const movie = (sizes: Sizes, dataAt: number): Pieces => {
  const { packets, packetSamples, samples } = sizes
  const media = box(
    "mdia",
    ...fullBox("mdhd", 1, 0, u64(0), u64(0), u32(RATE), u64(packets * packetSamples), u16(0x55c4), u16(0)),
    ...fullBox("hdlr", 0, 0, u32(0), Buffer.from("soun"), zeros(12), Buffer.from([0])),
    ...box(
      "minf",
      ...fullBox("smhd", 0, 0, zeros(4)),
      ...box("dinf", ...fullBox("dref", 0, 0, u32(1), ...fullBox("url ", 0, 1))),
      ...tables(sizes, dataAt)
    )
  )
  const track = box(
    "trak",
    ...fullBox(
      "tkhd",
      1,
      3,
      ...[u64(0), u64(0), u32(1), u32(0), u64(samples), zeros(8), u16(0), u16(0)],
      ...[u16(0x100), u16(0), upright, u32(0), u32(0)]
    ),
    ...box("edts", ...fullBox("elst", 1, 0, u32(1), u64(samples), u64(OPUS_PRE_SKIP), u16(1), u16(0))),
    ...media
  )
  const head = fullBox(
    "mvhd",
    1,
    0,
    ...[u64(0), u64(0), u32(RATE), u64(samples), u32(0x10000), u16(0x100), zeros(10)],
    ...[upright, zeros(24), u32(2)]
  )
  return box("moov", ...head, ...track)
}

/**
 * Returns the header of an MP4 file, which is all bytes before its packets. All packets have the same size, so the
 * offset of each packet follows from its number. The header is therefore known before the first packet exists.
 */
export const mp4OfOpus = (sizes: Sizes): Pieces => {
  const type = box("ftyp", Buffer.from("isom"), u32(0x200), Buffer.from("isomiso2mp41"))
  const data = Buffer.concat([u32(1), Buffer.from("mdat"), u64(16 + sizes.packets * sizes.packetBytes)])
  const before = lengthOf(type) + lengthOf(movie(sizes, 0)) + data.length
  return [...type, ...movie(sizes, before), data]
}

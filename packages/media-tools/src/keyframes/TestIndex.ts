/**
 * The functions in this file build minimal videos byte by byte. The videos contain every structure that the key frame
 * readers use.
 */

const u32 = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4)
  return bytes
}

export const box = (type: string, ...content: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body])
}

/** Builds a table box: version and flags, the number of entries, then the entries. */
export const table = (type: string, count: number, ...entries: ReadonlyArray<number>): Buffer =>
  box(type, u32(0, count, ...entries))

/** Builds an H.264 sample with a single unit, which is an IDR picture or an ordinary picture. */
const sample = (isIdr: boolean): Buffer =>
  Buffer.concat([u32(12), Buffer.from([isIdr ? 0x65 : 0x41]), Buffer.alloc(11)])

export interface TestMp4 {
  /** Tables that replace the regular tables of the same name. */
  readonly tables?: Readonly<Partial<Record<"stts" | "ctts" | "stss" | "stsz" | "stsc" | "stco", Buffer>>>
  readonly samples?: number
  readonly isIdr?: boolean
}

/** Builds a video that starts at 0 with 10 frames per second and a key frame at each full second. */
export const testMp4 = ({ isIdr = true, samples = 30, tables = {} }: TestMp4 = {}): Buffer => {
  const keys = Array.from({ length: Math.ceil(samples / 10) }, (_, i) => i * 10 + 1)
  const avcC = box("avcC", Buffer.from([1, 66, 192, 13, 0xff, 0xe0, 0]))
  const made = {
    stts: table("stts", 1, samples, 100),
    ctts: table("ctts", 1, samples, 0),
    stss: table("stss", keys.length, ...keys),
    stsz: box("stsz", u32(0, 0, samples, ...Array.from({ length: samples }, () => 16))),
    stsc: table("stsc", 1, 1, samples, 1),
    stco: table("stco", 1, 32),
    ...tables
  }
  const stsd = box("stsd", u32(0, 1), box("avc1", Buffer.alloc(78), avcC))
  const header = (type: string) => box(type, u32(0, 0, 0, 1_000, samples * 100, 0, 0, 0))
  const minf = box("minf", box("stbl", stsd, ...Object.values(made)))
  const hdlr = box("hdlr", u32(0, 0), Buffer.from("vide"), Buffer.alloc(13))
  const moov = box(
    "moov",
    header("mvhd"),
    box("trak", header("tkhd"), box("mdia", header("mdhd"), hdlr, minf))
  )
  const ftyp = box("ftyp", Buffer.from("isom"), u32(0), Buffer.from("isom"), Buffer.alloc(0))
  const frames = Array.from({ length: samples }, () => sample(isIdr))
  return Buffer.concat([ftyp, box("mdat", Buffer.alloc(4), ...frames), moov])
}

/** Builds an element with a size field of eight bytes, or without a size if `size` is "unknown". */
export const element = (id: number, content: Buffer, size: number | "unknown" = content.length): Buffer => {
  const name = Buffer.from(
    id.toString(16).padStart(id.toString(16).length + (id.toString(16).length % 2), "0"),
    "hex"
  )
  const length = Buffer.from("0100000000000000", "hex")
  if (size === "unknown") length.fill(0xff, 1)
  else length.writeUIntBE(size, 2, 6)
  return Buffer.concat([name, length, content])
}

const number = (id: number, value: number): Buffer => element(id, u32(value))

const cue = (milliseconds: number): Buffer =>
  element(
    0xbb,
    Buffer.concat([
      number(0xb3, milliseconds),
      element(0xb7, Buffer.concat([number(0xf7, 1), number(0xf1, 0)]))
    ])
  )

/** Builds a Matroska file with a key frame at each full second. `cues` replaces its Cues. */
export const testMatroska = (cues?: Buffer, segmentSize?: "unknown"): Buffer => {
  const track = element(0xae, Buffer.concat([number(0xd7, 1), number(0x83, 1)]))
  const content = Buffer.concat([
    element(0x1549a966, number(0x2ad7b1, 1_000_000)),
    element(0x1654ae6b, track),
    cues ?? element(0x1c53bb6b, Buffer.concat([cue(0), cue(1_000), cue(2_000)])),
    element(0x1f43b675, number(0xe7, 0))
  ])
  return Buffer.concat([
    element(0x1a45dfa3, number(0x4286, 1)),
    element(0x18538067, content, segmentSize ?? content.length)
  ])
}

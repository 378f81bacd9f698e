import { madeDirectory, tiffHeader } from "./MadeRaw.ts"

const u32 = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
export const box = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body])
}
const uuid = (hex: string, ...parts: ReadonlyArray<Buffer>) => box("uuid", Buffer.from(hex, "hex"), ...parts)

const tiff = (entries: Parameters<typeof madeDirectory>[0]) =>
  Buffer.concat([tiffHeader(8), madeDirectory(entries)])

/**
 * Creates a CR3 file as a Canon camera would, but without raw values: the full-size JPEG is the sample of a track, and
 * the smaller JPEG is in a preview box.
 */
export const madeCanon = (full: Buffer, preview: Buffer, { orientation = 1, iso = 0 } = {}): Buffer => {
  const table = (offset: number) =>
    box("stbl", box("stsz", u32(0, full.length, 1)), box("co64", u32(0, 1, 0, offset)))
  const moov = (offset: number) =>
    box(
      "moov",
      uuid(
        "85c0b687820f11e08111f4ce462b6a48",
        box("CMT1", tiff([{ tag: 0x112, type: 3, values: [orientation] }])),
        box("CMT2", tiff([{ tag: 0x8827, type: 3, values: [iso] }]))
      ),
      box("trak", box("mdia", box("minf", table(offset))))
    )
  const head = Buffer.concat([
    box("ftyp", Buffer.from("crx \0\0\0\x01crx isom", "latin1")),
    uuid("eaf42b5e1c984b88b9fbb7dc406e4d16", u32(0, 1), box("PRVW", u32(0, 1, 0, preview.length), preview))
  ])
  return Buffer.concat([head, moov(head.length + moov(0).length + 8), box("mdat", full)])
}

const le32 = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

/**
 * Creates an X3F file as a Sigma camera would, but without raw values: each JPEG is a section, and the directory is at
 * the end.
 */
export const madeSigma = (jpegs: ReadonlyArray<Buffer>, { rotation = 0 } = {}): Buffer => {
  const header = Buffer.concat([
    Buffer.from("FOVb"),
    le32(0x2_0003),
    Buffer.alloc(16),
    le32(0, 4_000, 3_000, rotation),
    Buffer.alloc(88)
  ])
  const sections = jpegs.map((jpeg) =>
    Buffer.concat([Buffer.from("SECi"), le32(0x2_0000, 2, 18, 0, 0, 0), jpeg])
  )
  let at = header.length
  const entries = sections.map((section) => {
    const entry = Buffer.concat([le32(at, section.length), Buffer.from("IMA2")])
    at += section.length
    return entry
  })
  return Buffer.concat([
    header,
    ...sections,
    Buffer.from("SECd"),
    le32(0x2_0000, entries.length),
    ...entries,
    le32(at)
  ])
}

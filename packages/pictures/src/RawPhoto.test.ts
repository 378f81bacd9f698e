import { describe, expect, it } from "vitest"
import { rawPhoto } from "../bin/raw.mjs"
import { sourceOf } from "../bin/source.mjs"
import { sharp } from "./Sharp.ts"
import { madeDirectory, madeRaw, tiffHeader } from "./testing/MadeRaw.ts"

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer()
const photo = (bytes: Buffer) => rawPhoto(sourceOf(bytes), 60_000_000)
const long = (tag: number, value: number, count = 1) => ({
  tag,
  type: 4 as const,
  values: Array.from({ length: count }, () => value)
})
const cfa = long(0x106, 32_803)

describe("the preview in a raw photo", () => {
  it("finds the largest JPEG in a raw photo", async () => {
    const [small, large] = [await jpeg(16, 12), await jpeg(64, 48)]
    for (const order of [
      [small, large],
      [large, small]
    ])
      expect(photo(madeRaw(order, { orientation: 8 }))).toMatchObject({
        jpeg: large,
        orientation: 8,
        width: 4_000
      })
  })

  it("finds the preview of a RAF photo at the offset in its header", async () => {
    const preview = await jpeg(64, 48)
    const header = Buffer.alloc(128)
    header.write("FUJIFILMCCD-RAW 0201")
    header.writeUInt32BE(128, 84)
    header.writeUInt32BE(preview.length, 88)
    expect(photo(Buffer.concat([header, preview]))?.jpeg).toEqual(preview)
    header.writeUInt32BE(2 ** 32 - 1, 84)
    expect(photo(Buffer.concat([header, preview]))).toEqual({})
  })

  it("finds no preview in a plain TIFF or a lossless JPEG", async () => {
    expect(
      photo(
        await sharp({ create: { width: 9, height: 9, channels: 3, background: "#000000" } })
          .tiff()
          .toBuffer()
      )
    ).toBeUndefined()
    const lossless = Buffer.from(await jpeg(64, 48))
    const frame = lossless.indexOf(Buffer.from([0xff, 0xc0]))
    lossless[frame + 1] = 0xc3
    expect(photo(madeRaw([lossless]))).toEqual({})
  })
})

describe("a hostile raw photo", () => {
  it.each([
    ["a directory that is its own next", [tiffHeader(8), madeDirectory([cfa], 8)]],
    ["a directory within itself", [tiffHeader(8), madeDirectory([cfa, long(0x14a, 8)])]],
    [
      "offsets beyond the end",
      [tiffHeader(8), madeDirectory([cfa, long(0x201, 2 ** 32 - 1), long(0x202, 99)])]
    ],
    [
      "lengths beyond the end",
      [tiffHeader(8), madeDirectory([cfa, long(0x201, 8), long(0x202, 2 ** 32 - 1)])]
    ]
  ])("finds no preview in a hostile photo with %s", (_what, parts) => {
    expect(photo(Buffer.concat(parts))).toEqual({})
  })

  it.each([
    ["a directory beyond the end", tiffHeader(2 ** 32 - 1)],
    ["65535 entries", Buffer.concat([tiffHeader(8), Buffer.from([0xff, 0xff])])],
    ["nothing", Buffer.alloc(0)]
  ])("does not recognize a raw photo with %s", (_what, bytes) => {
    expect(photo(bytes)).toBeUndefined()
  })

  it("does not read all values of a tag that declares billions of values", () => {
    const bytes = Buffer.concat([tiffHeader(8), madeDirectory([cfa, long(0x14a, 8)])])
    bytes.writeUInt32LE(2 ** 32 - 1, 8 + 2 + 12 + 4)
    expect(photo(bytes)).toEqual({})
  })

  it("neither hangs nor throws on a photo that is truncated at any position", async () => {
    const whole = madeRaw([await jpeg(16, 12)])
    for (let length = 0; length < whole.length; length += 3) photo(whole.subarray(0, length))
  })
})

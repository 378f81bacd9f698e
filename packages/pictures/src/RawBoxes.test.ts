import { describe, expect, it } from "vitest"
import { rawPhoto } from "../bin/raw.mjs"
import { sourceOf } from "../bin/source.mjs"
import { sharp } from "./Sharp.ts"
import { box, madeCanon, madeSigma } from "./testing/MadeBoxes.ts"

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer()
const photo = (bytes: Buffer) => rawPhoto(sourceOf(bytes), 60_000_000)
const [small, large] = [await jpeg(16, 12), await jpeg(64, 48)]

describe("the preview in a CR3", () => {
  it("finds the full-size JPEG of a track in a CR3, or else the JPEG in the preview box", () => {
    const found = photo(madeCanon(large, small, { orientation: 8 }))
    expect(found).toMatchObject({ jpeg: large, orientation: 8, width: 64, height: 48 })
    expect(photo(madeCanon(Buffer.from("raw values"), small))).toMatchObject({ jpeg: small, orientation: 1 })
    expect(photo(madeCanon(Buffer.alloc(9), Buffer.alloc(9)))).toEqual({})
  })

  it.each([
    ["a box of no length", Buffer.from("\0\0\0\x07moov", "latin1")],
    ["a box larger than the file", Buffer.from("\x7f\xff\xff\xffmoov", "latin1")],
    ["a box larger than any file", Buffer.from("\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff", "latin1")],
    ["nothing but boxes", Buffer.concat(Array.from({ length: 5_000 }, () => box("trak")))]
  ])("finds no preview after %s", (_, rest) => {
    expect(photo(Buffer.concat([box("ftyp", Buffer.from("crx \0\0\0\x01")), rest]))).toEqual({})
  })

  it("finds no preview in a thousand nested boxes", () => {
    let deep: Buffer = Buffer.alloc(0)
    for (let n = 0; n < 1_000; n++) deep = box("trak", deep)
    expect(photo(Buffer.concat([box("ftyp", Buffer.from("crx \0\0\0\x01")), deep]))).toEqual({})
  })
})

describe("the preview in an X3F", () => {
  it("finds the largest JPEG in an X3F and its rotation in the header", () => {
    expect(photo(madeSigma([small, large], { rotation: 90 }))).toMatchObject({ jpeg: large, orientation: 6 })
  })

  it("prefers the rotation in the JPEG's own EXIF data", async () => {
    const own = await sharp(large).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const found = photo(madeSigma([own], { rotation: 90 }))
    expect(found).toMatchObject({ jpeg: own })
    expect(found?.orientation).toBeUndefined()
  })

  it.each([
    ["no directory", Buffer.from("FOVb")],
    ["a directory beyond the end", Buffer.concat([Buffer.from("FOVb"), Buffer.alloc(40, 0xff)])]
  ])("finds no preview in an X3F with %s", (_, bytes) => {
    expect(photo(bytes)).toEqual({})
  })
})

it("neither hangs nor throws on truncated or damaged files", () => {
  for (const whole of [madeCanon(large, small), madeSigma([small, large])])
    for (let at = 0; at < whole.length; at += 5) {
      photo(whole.subarray(0, at))
      const damaged = Buffer.from(whole)
      damaged.fill(0xff, at, at + 3)
      photo(damaged)
    }
})

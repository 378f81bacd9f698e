import { expect, it } from "vitest"
import { imageTypeOf, unreadFormatOf } from "./ImageType.ts"

const box = (...brands: ReadonlyArray<string>): Buffer => {
  const [main = "", ...others] = brands
  const body = Buffer.from(`ftyp${main}\0\0\0\0${others.join("")}`, "latin1")
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([size, body, Buffer.from("....meta")])
}

it.each([
  [["avif", "mif1", "miaf"], "avif", undefined],
  [["mif1", "avif", "miaf"], "avif", undefined],
  [["heic", "mif1"], undefined, "HEIC"],
  // Cameras and the HEIF conformance files use these combinations. The second brand identifies the content.
  [["mif1", "heic", "hevc"], undefined, "HEIC"],
  [["crx ", "isom"], undefined, "Camera raw"],
  [["isom", "mp42"], undefined, undefined]
] as const)(
  "identifies the brands %j as the supported type %s or the unsupported format %s",
  (brands, type, unread) => {
    expect(imageTypeOf(box(...brands))).toBe(type)
    expect(unreadFormatOf(box(...brands))).toBe(unread)
  }
)

it("does not throw for a file header that is truncated at any byte", () => {
  for (let length = 0; length < 28; length++) {
    expect(imageTypeOf(box("heic", "mif1").subarray(0, length))).toBeUndefined()
    unreadFormatOf(box("mif1", "heic").subarray(0, length))
  }
})

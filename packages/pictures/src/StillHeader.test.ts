import { expect, it } from "vitest"
import { stillHeaderOf } from "./StillHeader.ts"

const bmp = (width: number, height: number) => {
  const head = Buffer.alloc(64)
  head.write("BM")
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  return head
}
const codestream = (width: number, height: number) => {
  const head = Buffer.alloc(64)
  head.writeUInt32BE(0xff4fff51, 0)
  head.writeUInt32BE(width, 8)
  head.writeUInt32BE(height, 12)
  return head
}
const jp2 = (width: number, height: number) => {
  const head = Buffer.alloc(96)
  head.write("\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 \0\0\0\x2djp2h\0\0\0\x16ihdr", "latin1")
  const at = head.indexOf("ihdr")
  head.writeUInt32BE(height, at + 4)
  head.writeUInt32BE(width, at + 8)
  return head
}

it("reads the size of BMP and JPEG 2000 pictures", () => {
  expect(stillHeaderOf(bmp(30, 20))).toEqual({ format: "bmp", width: 30, height: 20 })
  expect(stillHeaderOf(bmp(30, -20))).toEqual({ format: "bmp", width: 30, height: 20 })
  expect(stillHeaderOf(codestream(30, 20))).toEqual({ format: "jp2", width: 30, height: 20 })
  expect(stillHeaderOf(jp2(30, 20))).toEqual({ format: "jp2", width: 30, height: 20 })
})

it.each([
  ["a header without pixels", bmp(0, 20)],
  ["more pixels than are decoded", codestream(100_000, 100_000)],
  ["text that begins with BM", Buffer.from("BM is how this text begins, and it goes on for a while")],
  ["a PNG", Buffer.from("\x89PNG\r\n\x1a\n".padEnd(64, "\0"), "latin1")],
  ["nothing", Buffer.alloc(0)]
])("rejects %s", (_what, head) => {
  expect(stillHeaderOf(head)).toBeUndefined()
})

import { expect, it } from "vitest"
import { syltFrame, syltIn } from "./sylt.ts"

const safe = (size: number) => Buffer.from([size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127])
const four = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const frame = (id: string, body: Buffer, version = 3) =>
  Buffer.concat([
    Buffer.from(id),
    version === 4 ? safe(body.length) : four(body.length),
    Buffer.alloc(2),
    body
  ])
const file = (frames: Buffer, version = 3) =>
  Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, version, 0, 0]),
    safe(frames.length),
    frames,
    Buffer.alloc(500, 0x55)
  ])
const words = (
  parts: ReadonlyArray<readonly [string, number]>,
  encoding: BufferEncoding = "latin1",
  code = 0
) =>
  Buffer.concat([
    Buffer.from([code, 0x65, 0x6e, 0x67, 2, 1]),
    Buffer.from("\0", encoding),
    ...parts.flatMap(([text, at]) => [Buffer.from(`${text}\0`, encoding), four(at)])
  ])
const read = async (bytes: Buffer) => {
  const found = await syltFrame(async (at, length) => bytes.subarray(at, at + length))
  return found === undefined ? undefined : syltIn(found)
}

it("reads lines in all text encodings and ID3 versions", async () => {
  const picture = frame("APIC", Buffer.alloc(100_000, 1))
  const parts = [
    ["Öne", 1_500],
    ["Two", 500]
  ] as const
  const lines = [
    { start: 0.5, text: "Two" },
    { start: 1.5, text: "Öne" }
  ]
  expect(await read(file(Buffer.concat([picture, frame("SYLT", words(parts))])))).toEqual({
    isTimed: true,
    lines
  })
  expect((await read(file(frame("SYLT", words(parts, "utf16le", 1)))))?.lines).toEqual(lines)
  expect((await read(file(frame("SYLT", words(parts, "utf8", 3), 4), 4)))?.lines).toEqual(lines)
})

it("reads lines from an ID3 tag to which unsynchronization was applied as a whole", async () => {
  const cover = frame("APIC", Buffer.alloc(300, 0xff))
  const escaped = Buffer.from(
    [...cover, ...frame("SYLT", words([["One", 0xff_00]]))].flatMap((byte) =>
      byte === 0xff ? [byte, 0] : [byte]
    )
  )
  const bytes = file(escaped)
  bytes[5] = 0x80
  expect((await read(bytes))?.lines).toEqual([{ start: 65.28, text: "One" }])
})

it("joins syllables into lines", async () => {
  const parts = [
    ["\nSome", 1_000],
    ["times", 1_200],
    ["\nelse", 3_000]
  ] as const
  expect((await read(file(frame("SYLT", words(parts)))))?.lines).toEqual([
    { start: 1, text: "Sometimes" },
    { start: 3, text: "else" }
  ])
})

it("returns undefined for a file without valid lyrics", async () => {
  const good = file(frame("SYLT", words([["x", 1]])))
  expect(await read(Buffer.alloc(100, 7))).toBeUndefined()
  expect(await read(Buffer.alloc(0))).toBeUndefined()
  expect(await read(file(frame("SYLT", Buffer.from([9, 0, 0, 0, 2, 1, 0]))))).toBeUndefined()
  expect(await read(file(frame("SYLT", words([]))))).toBeUndefined()
  // The tag contains a frame that claims to be larger than the tag, or thousands of empty frames.
  good.writeUInt32BE(0x7fffffff, 14)
  expect(await read(good)).toBeUndefined()
  expect(
    await read(file(Buffer.concat(Array.from({ length: 2_000 }, () => frame("TXXX", Buffer.alloc(0))))))
  ).toBeUndefined()
})

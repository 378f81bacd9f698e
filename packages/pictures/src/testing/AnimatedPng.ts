import { crc32 } from "node:zlib"

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, "latin1")
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
const numbers = (...values: ReadonlyArray<number>): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const chunksOf = (png: Buffer): ReadonlyArray<{ readonly type: string; readonly data: Buffer }> => {
  const found = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    found.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    })
  return found
}
const pixelsOf = (png: Buffer): Buffer =>
  Buffer.concat(chunksOf(png).flatMap(({ data, type }) => (type === "IDAT" ? [data] : [])))

/**
 * Combines PNG files of the same size and format into an animation (APNG). Readers that do not support animations show
 * the first frame.
 */
export const animatedPng = ([first, ...others]: ReadonlyArray<Buffer>): Buffer => {
  const header = chunksOf(first!)[0]!.data
  const control = (number: number) =>
    chunk(
      "fcTL",
      Buffer.concat([
        numbers(number, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0),
        Buffer.from([0, 1, 0, 10, 0, 0])
      ])
    )
  return Buffer.concat([
    first!.subarray(0, 8),
    chunk("IHDR", header),
    chunk("acTL", numbers(1 + others.length, 0)),
    control(0),
    chunk("IDAT", pixelsOf(first!)),
    ...others.flatMap((png, index) => [
      control(index * 2 + 1),
      chunk("fdAT", Buffer.concat([numbers(index * 2 + 2), pixelsOf(png)]))
    ]),
    chunk("IEND", Buffer.alloc(0))
  ])
}

import type { Comments } from "./VorbisComments.ts"

const UTF_16 = 1
const UTF_8 = 3

const sevenBits = (size: number): Buffer =>
  Buffer.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f)
const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}\0`, "utf16le")

/** Builds a frame. `id` is a four-letter name, or `TXXX:NAME` for a custom frame. */
const frame = (version: 3 | 4, id: string, value: string): Buffer => {
  const [letters, own] = id.split(":")
  const texts = own === undefined ? [value] : [own, value]
  const body = Buffer.concat([
    Buffer.of(version === 3 ? UTF_16 : UTF_8),
    ...texts.map((text) => (version === 3 ? wide(text) : Buffer.from(`${text}\0`)))
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return Buffer.concat([
    Buffer.from(letters!),
    version === 3 ? size : sevenBits(body.length),
    Buffer.alloc(2),
    body
  ])
}

/** Returns an MP3 file that begins with an ID3v2 tag of these frames. The given file must not have tags. */
export const mp3With = (version: 3 | 4, mp3: Buffer, frames: Comments): Buffer => {
  const body = Buffer.concat(frames.map(([id, value]) => frame(version, id, value)))
  return Buffer.concat([Buffer.from("ID3"), Buffer.of(version, 0, 0), sevenBits(body.length), body, mp3])
}

import type { Comments } from "./VorbisComments.ts"

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const atom = (name: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, "latin1"), body])
}

/** The type code of a `data` atom that contains UTF-8 text. */
const TEXT = 1
const own = ([name, value]: Comments[number]): Buffer =>
  atom(
    "----",
    atom("mean", u32(0), Buffer.from("com.apple.iTunes")),
    atom("name", u32(0), Buffer.from(name)),
    atom("data", u32(TEXT), u32(0), Buffer.from(value))
  )

/**
 * Appends custom fields to the tags of an M4A file. The tags must be at the end of the file, as in files written by
 * ffmpeg.
 */
export const m4aWith = (m4a: Buffer, fields: Comments): Buffer => {
  const added = Buffer.concat(fields.map(own))
  const changed = Buffer.concat([m4a, added])
  for (const name of ["moov", "udta", "meta", "ilst"]) {
    const at = m4a.lastIndexOf(name) - 4
    if (at + m4a.readUInt32BE(at) !== m4a.length) throw new Error(`${name} is not the last atom`)
    changed.writeUInt32BE(m4a.readUInt32BE(at) + added.length, at)
  }
  return changed
}

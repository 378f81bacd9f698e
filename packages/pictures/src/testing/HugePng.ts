import { constants, crc32, deflateRawSync } from "node:zlib"

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, "latin1")
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** Prime modulus of the checksum Adler-32. */
const ADLER = 65_521

/**
 * Creates a transparent PNG with 64 bits per pixel and `side` pixels per side. The file takes 1 KB per MiB of pixels,
 * and the pixels are never unpacked in this process.
 */
export const hugePng = (side: number): Buffer => {
  const line = 1 + side * 8
  const packedLine = deflateRawSync(Buffer.alloc(line), { finishFlush: constants.Z_FULL_FLUSH })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6], 8)
  // For zero bytes, one half of the Adler-32 checksum is the number of bytes and the other half is 1.
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE((line * side) % ADLER, 0)
  checksum.writeUInt16BE(1, 2)
  const lines = Array.from({ length: side }, () => packedLine)
  const pixels = Buffer.concat([Buffer.from([0x78, 0x9c]), ...lines, Buffer.from([3, 0]), checksum])
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0))
  ])
}

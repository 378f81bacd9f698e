/** Number of bytes at each end of a file that OpenSubtitles' hash covers. */
export const EDGE = 65_536

/**
 * Adds up the 64-bit words of the bytes, in two 32-bit halves. A `Uint32Array` takes 20 µs for 64 KiB, compared with 75
 * µs for `readUInt32LE`. It has the byte order of the processor, which is little-endian on all supported platforms, as
 * the hash requires.
 */
const sumWords = (bytes) => {
  const words = new Uint32Array(Uint8Array.prototype.slice.call(bytes, 0, bytes.length & ~7).buffer)
  let low = 0
  let high = 0
  for (let at = 0; at < words.length; at += 2) {
    low += words[at]
    high += words[at + 1]
  }
  return BigInt(low) + (BigInt(high) << 32n)
}

/**
 * Returns the same hash as `Oshash.ts`. Tests compare the two functions. `head` and `tail` are the first and last
 * `EDGE` bytes. Returns null for 8 bytes or fewer.
 */
export const oshashOf = (size, head, tail) => {
  if (size <= 8) return null
  const length = Math.min(EDGE, Math.floor(size / 8) * 8)
  const sum = BigInt(size) + sumWords(head.subarray(0, length)) + sumWords(tail.subarray(-length))
  return BigInt.asUintN(64, sum).toString(16).padStart(16, "0")
}

// Reads the XMP metadata stored in a document file, because PDFium gives no access to XMP.
import { fstatSync, readSync } from "node:fs"

/**
 * Number of bytes to search at the start and at the end of a document. Programs write XMP near the
 * end, or directly after the file header so that it can be read over a network.
 */
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 2 * 1024 * 1024
const MOST_BYTES = 64 * 1024

const BEGIN = "<x:xmpmeta"
const END = "</x:xmpmeta>"

const part = (descriptor, from, length) => {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from))
}

/**
 * Returns the last XMP packet that belongs to the document. Pictures in the document have their own packets. Compressed
 * packets are not found.
 */
const packetIn = (bytes) => {
  for (let end = bytes.lastIndexOf(END); end >= 0; end = end === 0 ? -1 : bytes.lastIndexOf(END, end - 1)) {
    const begin = bytes.lastIndexOf(BEGIN, end)
    if (begin < 0) return ""
    const packet = bytes.subarray(begin, end + END.length)
    if (
      packet.length <= MOST_BYTES &&
      (packet.includes("application/pdf") || packet.includes("ns.adobe.com/pdf/1.3/"))
    )
      return packet.toString("utf8")
  }
  return ""
}

/** Returns the XMP of a document. Empty if there is none. */
export const xmpIn = (descriptor) => {
  const { size } = fstatSync(descriptor)
  const tail = packetIn(part(descriptor, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES)))
  if (tail !== "" || size <= TAIL_BYTES) return tail
  return packetIn(part(descriptor, 0, Math.min(size - TAIL_BYTES, HEAD_BYTES)))
}

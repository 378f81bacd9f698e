import { closeSync, fstatSync, openSync, readSync } from "node:fs"

/** Returns a reader for a picture that is given by path or as bytes. `read` returns fewer bytes than requested at the end of the file. */
export const sourceOf = (input) => {
  if (typeof input !== "string")
    return {
      size: input.length,
      read: (at, length) => input.subarray(at, at + length),
      close: () => {}
    }
  const descriptor = openSync(input, "r")
  const { size } = fstatSync(descriptor)
  return {
    size,
    read: (at, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      let done = 0
      while (done < bytes.length) {
        const more = readSync(descriptor, bytes, done, bytes.length - done, at + done)
        if (more === 0) break
        done += more
      }
      return bytes.subarray(0, done)
    },
    close: () => closeSync(descriptor)
  }
}

const BRANDS = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]

/** Recognizes formats that libvips does not decode, by their first bytes. */
export const formatOf = (head) => {
  const text = head.toString("latin1")
  if (text.startsWith("\xff\x0a") || text.startsWith("\0\0\0\x0cJXL \r\n\x87\n")) return "jxl"
  if (!text.startsWith("ftyp", 4)) return undefined
  const brands =
    text.slice(8, Math.min(head.length, Math.max(16, head.readUInt32BE(0)))).match(/[^]{4}/g) ?? []
  if (brands.includes("avif") || brands.includes("avis")) return undefined
  return brands.some((brand) => BRANDS.includes(brand)) ? "heic" : undefined
}

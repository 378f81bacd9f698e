const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"))

const BRANDS_OF_AVIF = ["avif", "avis", "mif1", "miaf"]

export type ImageType = "jpeg" | "png" | "webp" | "gif" | "avif"

/** What a picture is by its first bytes, whatever its name says; undefined for all that may not be sent. */
export const imageTypeOf = (head: Buffer): ImageType | undefined => {
  if (startsWith(head, "\xff\xd8\xff")) return "jpeg"
  if (startsWith(head, "\x89PNG\r\n\x1a\n")) return "png"
  if (startsWith(head, "GIF87a") || startsWith(head, "GIF89a")) return "gif"
  if (startsWith(head, "RIFF") && startsWith(head, "WEBP", 8)) return "webp"
  if (startsWith(head, "ftyp", 4) && BRANDS_OF_AVIF.includes(head.toString("latin1", 8, 12))) return "avif"
  return undefined
}

const EXTENDED = /^ftyp(heic|heix|hevc|hevx|heim|heis|crx )/

/** Formats of images that libvips is not let read, or cannot, by their first bytes; as people call them. */
export const unreadFormatOf = (head: Buffer): string | undefined => {
  const [, brand] = EXTENDED.exec(head.toString("latin1", 4, 12)) ?? []
  if (brand !== undefined) return brand === "crx " ? "Camera raw" : "HEIC"
  if (startsWith(head, "\xff\x0a") || startsWith(head, "JXL ", 4)) return "JPEG XL"
  if (startsWith(head, "jP  ", 4)) return "JPEG 2000"
  if (startsWith(head, "FUJIFILMCCD-RAW") || startsWith(head, "IIU\0") || startsWith(head, "IIRO"))
    return "Camera raw"
  if (startsWith(head, "8BPS")) return "Photoshop"
  if (startsWith(head, "BM")) return "BMP"
  if (startsWith(head, "\0\0\x01\0")) return "ICO"
  if (/^\s*(<\?xml|<svg|<!--)/.test(head.toString("latin1"))) return "SVG"
  // What tells photos of cameras from other TIFF files is behind the head.
  if (startsWith(head, "II*\0") || startsWith(head, "MM\0*")) return "Camera raw"
  return undefined
}

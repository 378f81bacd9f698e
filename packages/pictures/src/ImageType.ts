const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"))

/**
 * Returns the brands of an ISO base media file that are in its first bytes, the main brand first. `mif1`
 * alone means a picture in any codec.
 */
const brandsOf = (head: Buffer): ReadonlyArray<string> => {
  if (!startsWith(head, "ftyp", 4)) return []
  const end = Math.min(head.length, head.readUInt32BE(0))
  // The four bytes after the main brand are the version, so they are skipped.
  const offsets = [8, ...Array.from({ length: Math.max(0, (end - 16) >> 2) }, (_, n) => 16 + 4 * n)]
  return offsets.map((offset) => head.toString("latin1", offset, offset + 4))
}

const BRANDS_OF_HEIC = ["heic", "heix", "hevc", "hevx", "heim", "heis"]
const BRANDS_OF_AVIF = ["avif", "avis", "mif1", "miaf"]

export type ImageType = "jpeg" | "png" | "webp" | "gif" | "avif"

/**
 * Recognizes a picture's type by its first bytes, regardless of its name. Undefined for types that may not be served.
 */
export const imageTypeOf = (head: Buffer): ImageType | undefined => {
  if (startsWith(head, "\xff\xd8\xff")) return "jpeg"
  if (startsWith(head, "\x89PNG\r\n\x1a\n")) return "png"
  if (startsWith(head, "GIF87a") || startsWith(head, "GIF89a")) return "gif"
  if (startsWith(head, "RIFF") && startsWith(head, "WEBP", 8)) return "webp"
  const brands = brandsOf(head)
  return BRANDS_OF_AVIF.includes(brands[0] ?? "") && !brands.some(isOfHeic) ? "avif" : undefined
}

const isOfHeic = (brand: string): boolean => BRANDS_OF_HEIC.includes(brand)

/**
 * Recognizes image formats that libvips cannot or must not read, by their first bytes. Returns the name of the format
 * for users.
 */
export const unreadFormatOf = (head: Buffer): string | undefined => {
  const brands = brandsOf(head)
  if (brands.includes("crx ")) return "Camera raw"
  if (brands.some(isOfHeic)) return "HEIC"
  if (startsWith(head, "\xff\x0a") || startsWith(head, "JXL ", 4)) return "JPEG XL"
  if (startsWith(head, "jP  ", 4) || startsWith(head, "\xff\x4f\xff\x51")) return "JPEG 2000"
  if (
    startsWith(head, "FUJIFILMCCD-RAW") ||
    startsWith(head, "FOVb") ||
    startsWith(head, "IIU\0") ||
    startsWith(head, "IIRO")
  )
    return "Camera raw"
  if (startsWith(head, "8BPS")) return "Photoshop"
  if (startsWith(head, "BM")) return "BMP"
  if (startsWith(head, "\0\0\x01\0")) return "ICO"
  if (/^\s*(<\?xml|<svg|<!--)/.test(head.toString("latin1"))) return "SVG"
  // Raw photos also begin with these bytes, but were already recognized by their directories.
  if (startsWith(head, "II*\0") || startsWith(head, "MM\0*")) return "TIFF"
  return undefined
}

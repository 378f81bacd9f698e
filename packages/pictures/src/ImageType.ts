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

import { imageTypeOf } from "@media/pictures/ImageType"
import { startsWith } from "../../Signatures.ts"

/**
 * First bytes of the accepted formats, whether we can show them or not: BMP, TIFF and raw photos, JPEG XL, JPEG 2000,
 * Photoshop.
 */
const signs = [
  "BM",
  "II*\0",
  "MM\0*",
  "IIU\0",
  "IIRO",
  "\xff\x0a",
  "\0\0\0\x0cJXL ",
  "\0\0\0\x0cjP  ",
  "8BPS",
  "FUJIFILM"
]
const brands = ["ftypheic", "ftypheix", "ftypmif1", "ftypmsf1", "ftypavif", "ftypavis", "ftypcrx "]

/**
 * Tells whether a file begins like an image. A scan accepts files by name and examines them later; an upload must look
 * like one.
 */
export const beginsLikeImage = (head: Buffer): boolean =>
  imageTypeOf(head) !== undefined ||
  signs.some((sign) => startsWith(head, sign)) ||
  brands.some((brand) => startsWith(head, brand, 4))

import { imageTypeOf } from "@media/pictures/ImageType"
import { startsWith } from "../../Signatures.ts"

/**
 * The first bytes of additional accepted formats: BMP, TIFF and raw photos, JPEG XL, JPEG 2000 and Photoshop. Some of
 * these formats cannot be displayed.
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
 * True if a file begins like an image. A scan accepts files by name and examines them later, but an uploaded file must
 * begin like an image.
 */
export const beginsLikeImage = (head: Buffer): boolean =>
  imageTypeOf(head) !== undefined ||
  signs.some((sign) => startsWith(head, sign)) ||
  brands.some((brand) => startsWith(head, brand, 4))

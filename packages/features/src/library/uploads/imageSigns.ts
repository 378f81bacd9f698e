import { imageTypeOf } from "@media/pictures/ImageType"
import { startsWith } from "../../Signatures.ts"

/**
 * The first bytes of formats that uploads accept in addition to the formats known to `imageTypeOf`: BMP, TIFF and raw
 * photos, JPEG XL, JPEG 2000 and Photoshop. The server cannot display all of them.
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
 * True if the first bytes of a file are those of an image format. Uploads are checked this way before the file is
 * stored, whereas a scan accepts files by name and examines them later.
 */
export const beginsLikeImage = (head: Buffer): boolean =>
  imageTypeOf(head) !== undefined ||
  signs.some((sign) => startsWith(head, sign)) ||
  brands.some((brand) => startsWith(head, brand, 4))

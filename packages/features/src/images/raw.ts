import { plainOriginalRoute } from "../items/original.ts"
import { imageKind } from "./kind.ts"

/** The original bytes, by ranges. */
export const imageSourceRoute = plainOriginalRoute({
  kind: imageKind,
  family: "image/*",
  types: {
    "jpg jpeg jpe jfif": "image/jpeg",
    "png apng": "image/png",
    webp: "image/webp",
    gif: "image/gif",
    "avif avifs": "image/avif",
    "heic heif hif": "image/heic",
    "bmp dib": "image/bmp",
    "tif tiff": "image/tiff",
    jxl: "image/jxl",
    "jp2 j2k jpf jpx": "image/jp2",
    ico: "image/x-icon",
    psd: "image/vnd.adobe.photoshop",
    dng: "image/x-adobe-dng"
  }
})

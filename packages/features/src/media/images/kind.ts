import { endings, mediaKind } from "../../MediaKind.ts"
import { archives, onlyIf, startsWith, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

const image = unless("an image", [...videoFiles, "a PDF document", ...archives])

/**
 * Accepts a `.raw` file only if it is a raw photo, because disk images, audio and other data also use this extension.
 */
const cameraRaw = onlyIf("Not a raw photo from a camera (other files can also end in .raw)", (head) =>
  ["II*\0", "MM\0*", "IIU\0"].some((signature) => startsWith(head, signature))
)

export const imageKind = mediaKind({
  kind: "image",
  contents: "images",
  paths: { list: "/api/images", bytes: "/api/images/:id/source" },
  extensions: {
    ...endings("jpg jpeg jpe jfif png apng webp gif avif avifs heic heif hif bmp dib tif tiff jxl", image),
    ...endings("jp2 j2k jpf jpx ico tga psd svg", image),
    // Raw formats of cameras
    ...endings("dng cr2 cr3 crw nef nrw arw srf sr2 raf orf rw2 rwl pef srw 3fr fff iiq mef mos mrw", image),
    ...endings("kdc dcr erf x3f gpr", image),
    raw: cameraRaw
  },
  titleOf,
  isProbed: false,
  isExamined: true
})

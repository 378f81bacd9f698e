import { endings, mediaKind } from "../../MediaKind.ts"
import { imageFiles, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

/**
 * Rejects only videos, images and PDFs (and the types that `unless` always rejects). Damaged and encrypted archives are
 * accepted and become galleries that show the problem to the user.
 */
const archive = unless("an archive", [...videoFiles, ...imageFiles, "a PDF document"])

/** A folder with images, or an archive of images that is read in place. */
export const galleryKind = mediaKind({
  kind: "gallery",
  contents: "images",
  paths: { list: "/api/galleries", bytes: "/api/galleries/:id/source" },
  extensions: endings("zip cbz", archive),
  titleOf,
  isProbed: true,
  groups: ["image"]
})

import { endings, mediaKind } from "../MediaKind.ts"
import { unless } from "../Signatures.ts"
import { titleOf } from "../items/title.ts"

/** An archive that is damaged or encrypted is a gallery, which says so. */
const archive = unless("an archive", [
  "a web page",
  "a JSON document",
  "a pointer of Git LFS",
  "a Windows program",
  "a Linux program",
  "an MP4 or QuickTime video",
  "a Matroska or WebM file",
  "an AVI video",
  "a JPEG image",
  "a PNG image",
  "a PDF document"
])

/** A folder with images, or an archive of them, which is read in place. */
export const galleryKind = mediaKind({
  kind: "gallery",
  contents: "images",
  paths: { list: "/api/galleries", bytes: "/api/galleries/:id/source" },
  extensions: endings("zip cbz", archive),
  titleOf,
  isProbed: true,
  groups: "image"
})

import { endings, mediaKind } from "../MediaKind.ts"
import { unless } from "../Signatures.ts"
import { titleOf } from "../items/title.ts"

/** A comic that is packed by another program than its ending says is still that comic. */
const book = unless("a book", [
  "a web page",
  "a JSON document",
  "a pointer of Git LFS",
  "a Windows program",
  "a Linux program",
  "an MP4 or QuickTime video",
  "a Matroska or WebM file",
  "an AVI video",
  "a JPEG image",
  "a PNG image"
])

export const bookKind = mediaKind({
  kind: "book",
  contents: "books",
  paths: { list: "/api/books", bytes: "/api/books/:id/source" },
  extensions: endings("epub pdf cbz cbr cb7 cbt mobi azw azw3 fb2 djvu", book),
  titleOf,
  isProbed: false
})

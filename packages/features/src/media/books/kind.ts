import { endings, mediaKind } from "../../MediaKind.ts"
import { imageFiles, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

/** Accepts comics whose archive format differs from their extension. */
const book = unless("a book", [...videoFiles, ...imageFiles])

export const bookKind = mediaKind({
  kind: "book",
  contents: "books",
  paths: { list: "/api/books", bytes: "/api/books/:id/source" },
  extensions: endings("epub pdf cbz cbr cb7 cbt mobi azw azw3 fb2 djvu", book),
  titleOf,
  isProbed: false,
  isExamined: true
})

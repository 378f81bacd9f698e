import { endings, mediaKind } from "../../MediaKind.ts"
import { imageFiles, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

/**
 * Rejects only videos and images (and the types that `unless` always rejects). Archives of any type are accepted,
 * because the extension of a comic often names a different archive format (a RAR named `.cbz`).
 */
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

import { endings, mediaKind } from "../../MediaKind.ts"
import { imageFiles, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

/**
 * Rejects only videos, images and the types that `unless` always rejects. Accepts all types of archives, because the
 * extension of a comic often does not match its archive format. For example, a RAR archive may be named `.cbz`.
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

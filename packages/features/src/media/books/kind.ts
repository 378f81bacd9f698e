import { endings, mediaKind } from "../../MediaKind.ts"
import { imageFiles, unless, videoFiles } from "../../Signatures.ts"
import { titleOf } from "../../catalog/items/title.ts"

/**
 * Rejects only videos and images (and the types that `unless` always rejects). Archives are not in the list, because a
 * comic's archive format often differs from its extension (a RAR named `.cbz`).
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

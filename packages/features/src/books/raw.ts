import { plainOriginalRoute } from "../items/original.ts"
import { bookKind } from "./kind.ts"

/** The original bytes, by ranges. */
export const bookSourceRoute = plainOriginalRoute({
  kind: bookKind,
  family: "application/*",
  types: {
    epub: "application/epub+zip",
    pdf: "application/pdf",
    cbz: "application/vnd.comicbook+zip",
    cbr: "application/vnd.comicbook-rar",
    mobi: "application/x-mobipocket-ebook",
    "azw3 azw": "application/vnd.amazon.ebook",
    fb2: "application/x-fictionbook+xml",
    djvu: "image/vnd.djvu"
  }
})

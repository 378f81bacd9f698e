import type { BookFacts } from "@media/books/BookFacts"
import { namesIn, line, paragraphs } from "@media/books/Texts"
import { BookUnreadable } from "@media/books/BookErrors"
import { pinFile } from "@media/media-tools/PinnedFile"
import { PdfDecoder, type PdfFacts, type PdfUnreadable } from "@media/pictures/PdfDecoder"
import * as Effect from "effect/Effect"
import type { ItemSource } from "../items/source.ts"

type File = Pick<ItemSource, "root" | "file">

const toUnreadable = ({ code, reason }: PdfUnreadable): BookUnreadable =>
  new BookUnreadable({ code: code === "no-page" ? "unknown" : code, reason })

/** What programs write where a person gave no title: their own name, or that of a file. */
const NO_TITLE =
  /^(?:untitled|untitled document|title|document\d*|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|rtf|odt|indd|tex|dvi|ps|pdf|qxd|pmd|pptx?|xlsx?))$/i

/** What is kept of that in the words of all books. */
export const pdfBookFacts = ({ author, pages, subject, title }: PdfFacts): Partial<BookFacts> => {
  const titled = line(title)
  return {
    pages,
    title: titled === null || NO_TITLE.test(titled) ? null : titled,
    authors: namesIn(author).map((name) => ({ name, role: "author" as const })),
    description: paragraphs(subject)
  }
}

/** What a PDF says of itself. */
export const readPdf = ({ file, root }: File) =>
  Effect.scoped(
    Effect.gen(function* () {
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      return pdfBookFacts(yield* Effect.mapError(decoder.facts(path), toUnreadable))
    })
  )

/** A page of a PDF as pixels, from 0. */
export const pdfPage = ({ file, root }: File, page: number, width: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      return yield* decoder.page(path, page, width)
    })
  )

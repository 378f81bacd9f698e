import type { BookFacts } from "@media/books/BookFacts"
import { xmpFacts } from "@media/books/guarded/AskBook"
import { namesIn, line, paragraphs } from "@media/books/Texts"
import { BookUnreadable } from "@media/books/BookErrors"
import { pinFile } from "@media/media-tools/PinnedFile"
import { PdfDecoder, type PdfFacts, type PdfMatches, type PdfUnreadable } from "@media/pictures/PdfDecoder"
import type { DecoderBusy } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import type { ItemSource } from "../../catalog/items/source.ts"

type File = Pick<ItemSource, "root" | "file">

const toUnreadable = (error: PdfUnreadable | DecoderBusy): BookUnreadable | DecoderBusy =>
  error._tag === "DecoderBusy"
    ? error
    : new BookUnreadable({ code: error.code === "no-page" ? "unknown" : error.code, reason: error.reason })

/** Matches titles that programs write into a PDF without a title: the name of the program, or a file name. */
const NO_TITLE =
  /^(?:untitled|untitled document|title|document\d*|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|rtf|odt|indd|tex|dvi|ps|pdf|qxd|pmd|pptx?|xlsx?))$/i

/** Converts the metadata of a PDF to the format that all books share. */
export const pdfBookFacts = (
  { author, isRightToLeft, pages, subject, title }: PdfFacts,
  more: Partial<BookFacts> | null
): Partial<BookFacts> => {
  const titled = [more?.title ?? null, line(title)].find((one) => one !== null && !NO_TITLE.test(one))
  return {
    ...more,
    pages,
    isRightToLeft,
    title: titled ?? null,
    authors:
      more?.authors !== undefined && more.authors.length > 0
        ? more.authors
        : namesIn(author).map((name) => ({ name, role: "author" as const })),
    description: more?.description ?? paragraphs(subject)
  }
}

/** Reads the metadata of a PDF. */
export const readPdf = ({ file, root }: File) =>
  Effect.scoped(
    Effect.gen(function* () {
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      const found = yield* Effect.mapError(decoder.facts(path), toUnreadable)
      return pdfBookFacts(found, found.xmp === "" ? null : yield* xmpFacts(found.xmp))
    })
  )

/** Reads the text of a page of a PDF. Pages are counted from 0. */
export const pdfLines = ({ file, root }: File, page: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      return yield* Effect.mapError(decoder.lines(path, page), toUnreadable)
    })
  )

const MOST_MATCHES = 100
/** Maximum number of time slices in a search. A slice lasts 2.5 s, and a book of 1,000 pages takes two slices. */
const MOST_SLICES = 8

/** Finds the passages that contain these words in a PDF, in order. The search stops at the time limit. */
export const searchPdf = ({ file, root }: File, words: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const wanted = words.replace(/\s+/g, " ").trim()
      if (wanted === "") return { matches: [], isComplete: true }
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      const matches: Array<PdfMatches["matches"][number]> = []
      let next: number | null = 0
      for (let slice = 0; slice < MOST_SLICES && next !== null && matches.length <= MOST_MATCHES; slice++) {
        const found: PdfMatches = yield* Effect.mapError(decoder.find(path, wanted, next), toUnreadable)
        matches.push(...found.matches)
        next = found.next
      }
      return {
        matches: matches.slice(0, MOST_MATCHES),
        isComplete: next === null && matches.length <= MOST_MATCHES
      }
    })
  )

/** Renders a page of a PDF, at most `width` pixels wide. Pages are counted from 0. */
export const pdfPage = ({ file, root }: File, page: number, width: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const decoder = yield* PdfDecoder
      const { path } = yield* pinFile(root.path, file)
      return yield* decoder.page(path, page, width)
    })
  )

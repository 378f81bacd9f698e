import { type BookFile, isPdf } from "@media/books/BookFile"
import { bookOutline, bookPassages, bookResource } from "@media/books/guarded/AskBook"
import type { GuardedReader } from "@media/children/guarded/GuardedReader"
import { NotFound, type NotReady } from "@media/kernel/Errors"
import type { BookUnreadable } from "@media/books/BookErrors"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ItemSource, sourceOf } from "../../catalog/items/source.ts"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import type { BookPageText, BookPassages } from "./contract.ts"
import { BookUnavailable } from "./errors.ts"
import { cachedResource } from "./documentCache.ts"
import { NoPage, type ServedPage } from "./pages.ts"
import { pdfLines, searchPdf } from "./pdf.ts"

/** Limits the number of documents that are read at the same time, because each read may use up to 64 MiB of memory. */
const reading = Effect.unsafeMakeSemaphore(4)
/**
 * Allows only one PDF search at a time. A search occupies one of the two PDF decoders for up to 20 s, and the decoders
 * also render pages.
 */
const searchingPdf = Effect.unsafeMakeSemaphore(1)

const fileOf = (principal: Principal, id: string) =>
  Effect.flatMap(sourceOf(principal, "book", id), (found) =>
    Option.isNone(found)
      ? Effect.fail(new NotFound({ what: "book" }))
      : Effect.succeed({
          source: found.value,
          file: { root: found.value.root.path, path: found.value.file, name: found.value.label }
        })
  )

const unavailable = (error: NotReady | BookUnreadable | FileUnopenable) =>
  error._tag === "NotReady" ? error : new BookUnavailable({ reason: error.reason })

/** Returns the documents and the table of contents of an EPUB that the caller may see. */
export const outlineOf = (principal: Principal, id: string) =>
  Effect.flatMap(fileOf(principal, id), ({ file }) =>
    bookOutline(file).pipe(whileWaiting, Effect.mapError(unavailable))
  ).pipe(Effect.withSpan("books.outline"))

const inPdf = (source: ItemSource, words: string) =>
  Effect.map(searchPdf(source, words), ({ isComplete, matches }): BookPassages => ({
    passages: matches.map(({ page, ...around }) => ({
      ...around,
      page: page + 1,
      href: null,
      progression: null
    })),
    isComplete
  }))

const inEpub = (file: BookFile, words: string) =>
  Effect.map(bookPassages(file, words), ({ isComplete, passages }): BookPassages => ({
    passages: passages.map((passage) => ({ ...passage, page: null })),
    isComplete
  }))

/** Finds the passages that contain these words in an EPUB or a PDF that the caller may see. */
export const passagesOf = (principal: Principal, id: string, words: string) =>
  Effect.gen(function* () {
    const { file, source } = yield* fileOf(principal, id)
    const search = Effect.gen(function* () {
      return (yield* isPdf(file))
        ? yield* searchingPdf.withPermits(1)(inPdf(source, words))
        : yield* inEpub(file, words)
    })
    return yield* search.pipe(whileWaiting, Effect.mapError(unavailable))
  }).pipe(Effect.withSpan("books.passages"))

/**
 * Returns the text of a page of a PDF that the caller may see. Pages are counted from 1. For a book that is not a PDF,
 * returns no lines.
 */
export const pageTextOf = (principal: Principal, id: string, page: number) =>
  Effect.flatMap(fileOf(principal, id), ({ file, source }) =>
    Effect.flatMap(isPdf(file), (is) => (is ? pdfLines(source, page - 1) : Effect.succeed([]))).pipe(
      Effect.map((lines): BookPageText => ({ lines })),
      whileWaiting,
      Effect.mapError(unavailable)
    )
  ).pipe(Effect.withSpan("books.pageText"))

/**
 * The Content-Security-Policy of a document. The document can only load files of its own origin, which are the files of
 * its book, because references to other websites were removed. The document cannot run scripts, submit forms or
 * navigate elsewhere, neither in the reader's frame nor when it is opened as a page. The document needs the same origin
 * as the web app, because the app's reader measures the document's layout. This is safe, because a document without
 * scripts cannot make use of the origin.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-same-origin"
].join("; ")

/** Returns a file of an EPUB that the caller may see. `key` is the name of the file in the archive. */
export const resourceOf = (principal: Principal, id: string, key: string) =>
  Effect.gen(function* () {
    const { file, source } = yield* fileOf(principal, id)
    // The trailing `3` is the version of the cleaning code. Increase it when the cleaned content changes.
    const content = `${source.size.toString(36)}-${source.mtimeMs.toString(36)}-3`
    const context = yield* Effect.context<GuardedReader>()
    return {
      etag: `"${content}"`,
      policy,
      bytes: cachedResource(`${id} ${content} ${key}`, reading.withPermits(1)(bookResource(file, key))).pipe(
        whileWaiting,
        Effect.catchIf(
          (error) => error._tag !== "NotReady",
          ({ reason }) => new NoPage({ reason })
        ),
        Effect.provide(context)
      )
    } satisfies ServedPage
  }).pipe(Effect.withSpan("books.resource"))

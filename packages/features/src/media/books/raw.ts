import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendError } from "@media/http/response/SendError"
import { NotFound } from "@media/kernel/Errors"
import { retryLater } from "@media/pictures/WhileWaiting"
import * as Effect from "effect/Effect"
import { plainOriginalRoute, typesByName } from "../../catalog/items/original.ts"
import { bookKind } from "./kind.ts"
import { resourceOf } from "./documents.ts"
import { pageOf, pageRequestIn, sendPage } from "./pages.ts"

const noBook = ({ response }: RawExchange) =>
  Effect.sync(() => sendError(response, 404, "not_found", new NotFound({ what: "book" }).message))
const noPage = ({ response }: RawExchange, message: string) =>
  Effect.sync(() => sendError(response, 404, "page_missing", message))
const busy = ({ response }: RawExchange, message: string) =>
  Effect.sync(() => sendError(response, 503, "not_ready", message, retryLater))

/** The media types of books, keyed by extension. Reading apps offer a file only if they know its type. */
const types = {
  epub: "application/epub+zip",
  pdf: "application/pdf",
  cbz: "application/vnd.comicbook+zip",
  cbr: "application/vnd.comicbook-rar",
  cbt: "application/vnd.comicbook+tar",
  cb7: "application/x-cb7",
  mobi: "application/x-mobipocket-ebook",
  azw: "application/vnd.amazon.ebook",
  azw3: "application/vnd.amazon.mobi8-ebook",
  fb2: "text/fb2+xml",
  djvu: "image/vnd.djvu"
}

/** Returns the media type of a book for its file name. */
export const bookTypeOf = typesByName(types)

/** Sends the original bytes and supports range requests. */
export const bookSourceRoute = plainOriginalRoute({ kind: bookKind, family: "application/*", types })

/** Returns the route unchanged. It only makes TypeScript infer the route's requirements `R`. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/** Sends a page of a comic or a PDF. Pages are counted from 0. */
export const bookPageRoute = rawRoute({
  method: "GET",
  path: "/api/books/:id/pages/:page",
  access: "session",
  body: "none",
  errors: "envelope",
  summary:
    "Returns a page of a comic or a PDF, counted from 0. Comic pages are unchanged, or JPEG at most `maxWidth` wide; PDF pages are JPEG of `maxWidth`",
  contentType: "image/*",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const wanted = pageRequestIn(exchange, exchange.params["page"])
      if (wanted === undefined)
        return sendError(
          exchange.response,
          400,
          "validation",
          "page and maxWidth: must be whole numbers, maxWidth from 16 to 4096."
        )
      const page = yield* pageOf(exchange.principal, exchange.params["id"] ?? "", wanted)
      yield* sendPage(exchange, page)
    }).pipe(
      Effect.catchTags({
        NotFound: () => noBook(exchange),
        NoPage: ({ message }) => noPage(exchange, message),
        NotReady: ({ message }) => busy(exchange, message)
      }),
      Effect.orDie
    )
})

/** Sends a document of an EPUB, or a picture, font or style sheet that a document uses. */
export const bookResourceRoute = rawRoute({
  method: "GET",
  path: "/api/books/:id/resource/*",
  access: "session",
  body: "none",
  errors: "envelope",
  summary:
    "Returns a file in an EPUB by its name in the archive. Documents and style sheets are stripped of scripts and external references",
  contentType: "*/*",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const { params, principal } = exchange
      yield* sendPage(exchange, yield* resourceOf(principal, params["id"] ?? "", params["*"] ?? ""))
    }).pipe(
      Effect.catchTags({
        NotFound: () => noBook(exchange),
        NoPage: ({ message }) => noPage(exchange, message),
        NotReady: ({ message }) => busy(exchange, message)
      }),
      Effect.orDie
    )
})

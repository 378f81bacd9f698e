import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pageOf, pageRequestIn, sendPage } from "../books/pages.ts"
import { pictureSeen } from "../pictures/queries.ts"
import { servedPicture } from "../pictures/serve.ts"
import { reportReading } from "../user-items/commands.ts"
import { attachment, CATALOG, types } from "./addresses.ts"
import { bookFile, catalogBook } from "./books.ts"
import {
  type Asked,
  booksListing,
  librariesListing,
  libraryListing,
  readingListing,
  recentListing,
  searchListing,
  shelfListing,
  shelvesListing,
  startListing
} from "./catalog.ts"
import { entryDocument, feed, searchDescription } from "./feeds.ts"
import { askedIn, isMissing, missing, sendDocument } from "./exchange.ts"
import type { Listing } from "./listing.ts"
import { document, type Node } from "./xml.ts"

interface DocumentRoute<E, R> {
  readonly path: string
  readonly summary: string
  readonly type: string
  readonly read: (asked: Asked, id: string) => Effect.Effect<Node, E, R>
}

const documentRoute = <E, R>({ path, read, summary, type }: DocumentRoute<E, R>): RawRoute<R> => ({
  method: "GET",
  path: `${CATALOG}${path}`,
  access: "basic",
  body: "none",
  summary,
  contentType: type,
  handle: (exchange: RawExchange) =>
    Effect.flatMap(read(askedIn(exchange, CATALOG), exchange.params["id"] ?? ""), (node) =>
      sendDocument(exchange, `${type};charset=utf-8`, document(node))
    ).pipe(Effect.catchAll((error) => (isMissing(error) ? missing() : Effect.die(error))))
})

interface FeedRoute<E, R> extends Omit<DocumentRoute<E, R>, "read"> {
  readonly read: (asked: Asked, id: string) => Effect.Effect<Listing, E, R>
}

const feedRoute = <E, R>(route: FeedRoute<E, R>): RawRoute<R> =>
  documentRoute({
    ...route,
    read: (asked, id) => Effect.map(route.read(asked, id), (listing) => feed(asked, listing))
  })

export const opdsStart = feedRoute({
  path: "",
  summary: "The catalog for readers of books (OPDS 1.2)",
  type: types.navigation,
  read: () => Effect.succeed(startListing)
})
export const opdsRecent = feedRoute({
  path: "/recent",
  summary: "The newest books",
  type: types.acquisition,
  read: recentListing
})
export const opdsReading = feedRoute({
  path: "/reading",
  summary: "The books that the caller has begun",
  type: types.acquisition,
  read: readingListing
})
export const opdsBooks = feedRoute({
  path: "/books",
  summary: "All books",
  type: types.acquisition,
  read: booksListing
})
export const opdsLibraries = feedRoute({
  path: "/libraries",
  summary: "The libraries that hold books",
  type: types.navigation,
  read: librariesListing
})
export const opdsLibrary = feedRoute({
  path: "/libraries/:id",
  summary: "The books of a library",
  type: types.acquisition,
  read: libraryListing
})
export const opdsAuthors = feedRoute({
  path: "/authors",
  summary: "The authors of books",
  type: types.navigation,
  read: (asked) => shelvesListing(asked, "authors")
})
export const opdsAuthor = feedRoute({
  path: "/authors/:id",
  summary: "The books of an author",
  type: types.acquisition,
  read: (asked, id) => shelfListing(asked, "authors", id)
})
export const opdsSeries = feedRoute({
  path: "/series",
  summary: "The series of books",
  type: types.navigation,
  read: (asked) => shelvesListing(asked, "series")
})
export const opdsOneSeries = feedRoute({
  path: "/series/:id",
  summary: "The books of a series",
  type: types.acquisition,
  read: (asked, id) => shelfListing(asked, "series", id)
})
export const opdsSearch = feedRoute({
  path: "/search",
  summary: "Books whose title, author or series has the words in `q`",
  type: types.acquisition,
  read: searchListing
})
export const opdsOpenSearch = documentRoute({
  path: "/opensearch.xml",
  summary: "How to search the catalog (OpenSearch 1.1)",
  type: types.search,
  read: ({ base }) => Effect.succeed(searchDescription(base))
})
export const opdsBook = documentRoute({
  path: "/books/:id",
  summary: "One book",
  type: types.entry,
  read: ({ base, principal }, id) =>
    Effect.map(catalogBook(principal, id), (book) => entryDocument(base, book))
})

/** Else the web app would answer, which no reader of books understands. */
export const opdsElse = documentRoute({
  path: "/*",
  summary: "Nothing: there is no such page",
  type: "text/plain",
  read: () => new NotFound({ what: "page" })
})

/** Keeps what the handler needs in the type. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

export const opdsDownload = rawRoute({
  method: "GET",
  path: `${CATALOG}/books/:id/download`,
  access: "basic",
  body: "none",
  summary: "The file of a book, with ranges",
  contentType: "application/*",
  handle: ({ params, principal, request, response }: RawExchange) =>
    Effect.gen(function* () {
      const { file, fileName, root, type } = yield* bookFile(principal, params["id"] ?? "").pipe(
        Effect.catchTag("NotFound", missing),
        Effect.catchTag("SqlError", Effect.die)
      )
      response.setHeader("Content-Disposition", attachment(fileName))
      yield* serveFile(
        { path: file, root: root.path, contentType: type, cacheControl: "private, no-cache" },
        request,
        response
      )
    })
})

const pictureRoute = (name: "cover" | "thumbnail", wanted: number | undefined) =>
  rawRoute({
    method: "GET",
    path: `${CATALOG}/books/:id/${name}`,
    access: "basic",
    body: "none",
    summary: name === "cover" ? "The cover of a book" : "The cover of a book, small",
    contentType: "image/jpeg",
    handle: ({ params, principal, request, response }: RawExchange) =>
      Effect.gen(function* () {
        const id = params["id"] ?? ""
        const seen = Option.getOrUndefined(yield* Effect.orDie(pictureSeen(principal, "book", id)))
        const picture =
          seen === undefined
            ? undefined
            : // Readers on paper displays know no WebP, whatever they say.
              yield* Effect.orDie(servedPicture(id, seen, { wanted, accept: "image/jpeg" }))
        if (picture === undefined) return yield* missing()
        response.setHeader("ETag", picture.etag)
        response.setHeader("Vary", "Authorization, Cookie")
        response.setHeader("Cache-Control", "private, max-age=3600")
        if (request.headers["if-none-match"]?.includes(picture.etag) === true)
          return void response.writeHead(304).end()
        response.writeHead(200, {
          "Content-Type": picture.contentType,
          "Content-Length": picture.bytes.length
        })
        response.end(request.method === "HEAD" ? undefined : picture.bytes)
      })
  })

export const opdsCover = pictureRoute("cover", undefined)
export const opdsThumbnail = pictureRoute("thumbnail", 320)

/**
 * Readers that stream pages report nothing else: who asks for a page has read those before it. They ask for the next one
 * ahead, which so is right; the last one ends the book.
 */
const noteReading = ({ principal, request }: RawExchange, id: string, page: number) =>
  Effect.gen(function* () {
    if (request.method === "HEAD" || principal.viewer !== undefined) return
    const { book } = yield* catalogBook(principal, id)
    if (book.pages === null || page >= book.pages) return
    const position = page === book.pages - 1 ? book.pages : page
    yield* reportReading(principal, id, {
      position,
      duration: book.pages,
      device: "OPDS",
      sessionKey: "opds"
    })
  }).pipe(Effect.catchAll((error) => Effect.logWarning("A page that was read could not be noted", error)))

export const opdsPage = rawRoute({
  method: "GET",
  path: `${CATALOG}/books/:id/pages/:page`,
  access: "basic",
  body: "none",
  summary: "A page of a comic as JPEG, counted from 0 (OPDS-PSE); `maxWidth` makes it smaller",
  contentType: "image/jpeg",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const id = exchange.params["id"] ?? ""
      const wanted = pageRequestIn(exchange, exchange.params["page"], true)
      if (wanted === undefined) return yield* missing()
      const page = yield* pageOf(exchange.principal, id, wanted)
      // Before: nothing of a request goes on once it is answered.
      yield* noteReading(exchange, id, wanted.page)
      yield* sendPage(exchange, page)
    }).pipe(
      Effect.catchTags({
        NotFound: missing,
        NoPage: ({ reason }) => new RawFailure({ status: 404, text: reason }),
        SqlError: Effect.die
      })
    )
})

import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { originOf } from "@media/http/request/RequestFacts"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createHash } from "node:crypto"
import { pageOf, pageRequestIn, sendPage } from "../books/pages.ts"
import { pictureSeen } from "../pictures/queries.ts"
import { servedPicture } from "../pictures/serve.ts"
import { reportReading } from "../user-items/commands.ts"
import { attachment, CATALOG, types } from "./addresses.ts"
import { bookFile, catalogBook, MOST_PER_PAGE, PER_PAGE } from "./books.ts"
import {
  type Asked,
  booksFeed,
  entryOf,
  librariesFeed,
  libraryFeed,
  recentFeed,
  searchFeed,
  shelfFeed,
  shelvesFeed,
  startFeed
} from "./catalog.ts"
import { searchDescription } from "./feeds.ts"
import { document, type Node } from "./xml.ts"

const missing = () => new RawFailure({ status: 404, text: "There is no such page in this catalog." })

/** The path of the public address, which stands before every link. */
const baseOf = ({ request }: RawExchange): string => originOf(request).cookiePath.replace(/\/$/, "")

const wholeIn = (text: string | null, most: number): number | undefined =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most ? Number(text) : undefined

const askedIn = (exchange: RawExchange): Asked => {
  const url = new URL(exchange.request.url ?? "", "http://server")
  const text = (name: string) => url.searchParams.get(name) ?? undefined
  const perPage = wholeIn(url.searchParams.get("limit"), MOST_PER_PAGE)
  return {
    principal: exchange.principal,
    base: baseOf(exchange),
    path: url.pathname.slice(url.pathname.indexOf(CATALOG) + CATALOG.length),
    query: { q: text("q"), order: text("order"), limit: perPage === undefined ? undefined : String(perPage) },
    page: wholeIn(url.searchParams.get("page"), 100_000) ?? 1,
    perPage: perPage ?? PER_PAGE
  }
}

const send = ({ request, response }: RawExchange, type: string, node: Node) =>
  Effect.sync(() => {
    const body = Buffer.from(document(node))
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
    response.setHeader("ETag", etag)
    response.setHeader("Vary", "Authorization, Cookie")
    response.setHeader("Cache-Control", "private, no-cache")
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""))
    if (known?.some((tag) => tag === etag || tag === "*") === true) return void response.writeHead(304).end()
    response.writeHead(200, { "Content-Type": `${type};charset=utf-8`, "Content-Length": body.length })
    response.end(request.method === "HEAD" ? undefined : body)
  })

interface FeedRoute<E, R> {
  readonly path: string
  readonly summary: string
  readonly type: string
  readonly read: (asked: Asked, id: string) => Effect.Effect<Node, E, R>
}

const isMissing = (error: unknown): error is NotFound =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "NotFound"

const feedRoute = <E, R>({ path, read, summary, type }: FeedRoute<E, R>): RawRoute<R> => ({
  method: "GET",
  path: `${CATALOG}${path}`,
  access: "basic",
  body: "none",
  summary,
  contentType: type,
  handle: (exchange: RawExchange) =>
    Effect.flatMap(read(askedIn(exchange), exchange.params["id"] ?? ""), (node) =>
      send(exchange, type, node)
    ).pipe(Effect.catchAll((error) => (isMissing(error) ? missing() : Effect.die(error))))
})

export const opdsStart = feedRoute({
  path: "",
  summary: "The catalog for readers of books (OPDS 1.2)",
  type: types.navigation,
  read: startFeed
})
export const opdsRecent = feedRoute({
  path: "/recent",
  summary: "The newest books",
  type: types.acquisition,
  read: recentFeed
})
export const opdsBooks = feedRoute({
  path: "/books",
  summary: "All books",
  type: types.acquisition,
  read: booksFeed
})
export const opdsLibraries = feedRoute({
  path: "/libraries",
  summary: "The libraries that hold books",
  type: types.navigation,
  read: librariesFeed
})
export const opdsLibrary = feedRoute({
  path: "/libraries/:id",
  summary: "The books of a library",
  type: types.acquisition,
  read: libraryFeed
})
export const opdsAuthors = feedRoute({
  path: "/authors",
  summary: "The authors of books",
  type: types.navigation,
  read: (asked) => shelvesFeed(asked, "authors")
})
export const opdsAuthor = feedRoute({
  path: "/authors/:id",
  summary: "The books of an author",
  type: types.acquisition,
  read: (asked, id) => shelfFeed(asked, "authors", id)
})
export const opdsSeries = feedRoute({
  path: "/series",
  summary: "The series of books",
  type: types.navigation,
  read: (asked) => shelvesFeed(asked, "series")
})
export const opdsOneSeries = feedRoute({
  path: "/series/:id",
  summary: "The books of a series",
  type: types.acquisition,
  read: (asked, id) => shelfFeed(asked, "series", id)
})
export const opdsSearch = feedRoute({
  path: "/search",
  summary: "Books whose title, author or series has the words in `q`",
  type: types.acquisition,
  read: searchFeed
})
export const opdsOpenSearch = feedRoute({
  path: "/opensearch.xml",
  summary: "How to search the catalog (OpenSearch 1.1)",
  type: types.search,
  read: ({ base }) => Effect.succeed(searchDescription(base))
})
export const opdsBook = feedRoute({
  path: "/books/:id",
  summary: "One book",
  type: types.entry,
  read: entryOf
})

/** Else the web app would answer, which no reader of books understands. */
export const opdsElse = feedRoute({
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

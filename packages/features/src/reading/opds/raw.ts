import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import type { NotReady } from "@media/kernel/Errors"
import { RETRY_SECONDS } from "@media/pictures/WhileWaiting"
import type { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pageOf, pageRequestIn, sendPage } from "../../media/books/pages.ts"
import { pictureSeen } from "../../playback/pictures/queries.ts"
import { servedPicture } from "../../playback/pictures/serve.ts"
import { reportReading } from "../../catalog/user-items/commands.ts"
import { attachment, CATALOG, isQuiet, types } from "./addresses.ts"
import { bookFile, catalogBook } from "./books.ts"
import { startListing } from "./catalog.ts"
import { documentRoutes, elsewhere } from "./documentRoute.ts"
import { dropCachedPages, cachedPage } from "./pageCache.ts"
import { comicCover, comicPage } from "./comics.ts"
import { missing } from "./exchange.ts"
import { entryDocument, feed, searchDescription } from "./feeds.ts"
import { type CatalogList, lists } from "./lists.ts"
import { document } from "./nodes.ts"

const documentRoute = documentRoutes({ at: CATALOG, parameters: ";charset=utf-8" })

const feedRoute = <E, R>({
  isFresh,
  kind,
  path,
  read,
  summary
}: CatalogList<E, R>): RawRoute<R | QueryCache> =>
  documentRoute({
    path,
    summary,
    type: types[kind],
    read: (asked, id) => {
      const page = Effect.flatMap(read(asked, id), (listing) => document(feed(asked, listing)))
      return isFresh === true ? page : cachedPage(CATALOG, asked, page)
    }
  })

export const opdsStart = feedRoute({
  path: "",
  summary: "The start page of the catalog for reading apps (OPDS 1.2)",
  kind: "navigation",
  read: startListing
})
export const opdsRecent = feedRoute(lists.recent)
export const opdsReading = feedRoute(lists.reading)
export const opdsBooks = feedRoute(lists.books)
export const opdsGalleries = feedRoute(lists.galleries)
export const opdsLibraries = feedRoute(lists.libraries)
export const opdsLibrary = feedRoute(lists.library)
export const opdsAuthors = feedRoute(lists.authors)
export const opdsAuthor = feedRoute(lists.author)
export const opdsSeries = feedRoute(lists.series)
export const opdsOneSeries = feedRoute(lists.oneSeries)
export const opdsCollections = feedRoute(lists.collections)
export const opdsCollection = feedRoute(lists.collection)
export const opdsSearch = feedRoute(lists.search)
export const opdsOpenSearch = documentRoute({
  path: "/opensearch.xml",
  summary: "The search description of the catalog (OpenSearch 1.1)",
  type: types.search,
  read: ({ wholeBase }) => document(searchDescription(wholeBase))
})
export const opdsBook = documentRoute({
  path: "/books/:id",
  summary: "One book",
  type: types.entry,
  read: ({ base, principal }, id) =>
    Effect.flatMap(catalogBook(principal, id), (book) => document(entryDocument(base, book)))
})

export const opdsElse = documentRoute(elsewhere("text/plain"))

/** Returns the route unchanged. The call only lets TypeScript infer the requirements `R` of the route. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

export const opdsDownload = rawRoute({
  method: "GET",
  path: `${CATALOG}/books/:id/download`,
  access: "basic",
  body: "none",
  summary: "Returns the file of a book. Supports ranges",
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

/** Returns the picture of a book or gallery, and the item that the picture belongs to. */
const coverSeen = ({ params, principal }: RawExchange) =>
  Effect.gen(function* () {
    const id = params["id"] ?? ""
    const ofBook = yield* pictureSeen(principal, "book", id)
    if (Option.isSome(ofBook)) return { id, seen: ofBook.value }
    const cover = yield* comicCover(principal, id)
    if (cover === undefined) return undefined
    const seen = yield* pictureSeen(principal, cover.kind, cover.id)
    return Option.isSome(seen) ? { id: cover.id, seen: seen.value } : undefined
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(undefined)),
    Effect.orDie
  )

const busy = ({ reason }: NotReady) =>
  new RawFailure({ status: 503, text: reason, retryAfterSeconds: RETRY_SECONDS })

const pictureRoute = (name: "cover" | "thumbnail", wanted: number | undefined) =>
  rawRoute({
    method: "GET",
    path: `${CATALOG}/books/:id/${name}`,
    access: "basic",
    body: "none",
    summary: name === "cover" ? "The cover of a book" : "A small version of a book's cover",
    contentType: "image/jpeg",
    handle: (exchange: RawExchange) =>
      Effect.gen(function* () {
        const found = yield* coverSeen(exchange)
        const picture =
          found === undefined
            ? undefined
            : // E-paper readers do not support WebP, even if they claim to.
              yield* servedPicture(found.id, found.seen, { wanted, accept: "image/jpeg" }).pipe(
                Effect.catchTag("NotReady", busy),
                Effect.catchIf((error) => error._tag !== "RawFailure", Effect.die)
              )
        if (picture === undefined) return yield* missing()
        const { bytes, contentType, etag } = picture
        yield* sendEntity(exchange, { etag, contentType, cacheControl: "private, no-cache", body: bytes })
      })
  })

export const opdsCover = pictureRoute("cover", undefined)
export const opdsThumbnail = pictureRoute("thumbnail", 320)

/**
 * Records the reading position. Apps that stream pages (OPDS-PSE) do not report progress, but a user whose app requests
 * a page has read the pages before it. Since apps load one page ahead, the user is on the page before the requested
 * page. Requesting the last page finishes the book.
 */
const noteReading = ({ principal, request }: RawExchange, id: string, page: number) =>
  Effect.gen(function* () {
    if (request.method === "HEAD" || isQuiet(request.url) || principal.viewer !== undefined) return
    const { book, isGallery } = yield* catalogBook(principal, id)
    if (isGallery === true || book.pages === null || page >= book.pages) return
    const position = page === book.pages - 1 ? book.pages : page
    yield* reportReading(principal, id, {
      position,
      duration: book.pages,
      device: "OPDS",
      sessionKey: "opds",
      isDevice: true
    })
    yield* dropCachedPages
  }).pipe(Effect.catchAll((error) => Effect.logWarning("The reading progress could not be recorded", error)))

export const opdsPage = rawRoute({
  method: "GET",
  path: `${CATALOG}/books/:id/pages/:page`,
  access: "basic",
  body: "none",
  summary:
    "Returns a page of a comic as JPEG, counted from 0 (OPDS-PSE). `maxWidth` limits the width; `progress=no` does not record progress",
  contentType: "image/jpeg",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const id = exchange.params["id"] ?? ""
      const wanted = pageRequestIn(exchange, exchange.params["page"], true)
      if (wanted === undefined) return yield* missing()
      const { principal } = exchange
      const page = yield* Effect.catchTag(pageOf(principal, id, wanted), "NotFound", () =>
        comicPage(principal, id, wanted)
      )
      // Record the progress before sending the response, because the request is interrupted once the response is sent.
      yield* noteReading(exchange, id, wanted.page)
      yield* sendPage(exchange, page)
    }).pipe(
      Effect.catchTags({
        NotFound: missing,
        NoPage: ({ reason }) => new RawFailure({ status: 404, text: reason }),
        NotReady: busy,
        SqlError: Effect.die
      })
    )
})

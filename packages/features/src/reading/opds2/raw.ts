import type { PublicExchange, RawRoute } from "@media/http/RawRoute"
import { NotFound } from "@media/kernel/Errors"
import type { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { CATALOG_2 } from "../opds/addresses.ts"
import { catalogBook } from "../opds/books.ts"
import { readingListing, recentListing, startListing } from "../opds/catalog.ts"
import { documentRoutes, elsewhere } from "../opds/documentRoute.ts"
import { cachedPage } from "../opds/pageCache.ts"
import { type CatalogList, lists } from "../opds/lists.ts"
import { authenticationDocument, failureBody } from "./authentication.ts"
import { feed, manifest, publication } from "./json.ts"
import { types } from "./mediaTypes.ts"

const documentRoute = documentRoutes({ at: CATALOG_2, failureBody })

const feedRoute = <E, R>({ isFresh, path, read, summary }: CatalogList<E, R>): RawRoute<R | QueryCache> =>
  documentRoute({
    path,
    summary: `${summary} (OPDS 2.0)`,
    type: types.feed,
    read: (asked, id) => {
      const page = Effect.map(read(asked, id), (listing) => JSON.stringify(feed(asked, listing)))
      return isFresh === true ? page : cachedPage(CATALOG_2, asked, page)
    }
  })

/** The number of books per list on the start page. */
const PREVIEWED = 12

export const opds2Start = documentRoute({
  path: "",
  summary:
    "The start page of the catalog for reading apps (OPDS 2.0), with the first entries of the newest lists",
  type: types.feed,
  read: (asked) =>
    Effect.gen(function* () {
      const start = yield* startListing(asked)
      const groups = yield* Effect.all([
        readingListing({ ...asked, page: 1, perPage: PREVIEWED }),
        recentListing({ ...asked, page: 1, perPage: PREVIEWED })
      ])
      return JSON.stringify(
        feed(
          asked,
          start,
          groups.filter(({ books = [] }) => books.length > 0)
        )
      )
    })
})
export const opds2Recent = feedRoute(lists.recent)
export const opds2Reading = feedRoute(lists.reading)
export const opds2Books = feedRoute(lists.books)
export const opds2Galleries = feedRoute(lists.galleries)
export const opds2Libraries = feedRoute(lists.libraries)
export const opds2Library = feedRoute(lists.library)
export const opds2Authors = feedRoute(lists.authors)
export const opds2Author = feedRoute(lists.author)
export const opds2Series = feedRoute(lists.series)
export const opds2OneSeries = feedRoute(lists.oneSeries)
export const opds2Collections = feedRoute(lists.collections)
export const opds2Collection = feedRoute(lists.collection)
export const opds2Search = feedRoute(lists.search)
export const opds2Book = documentRoute({
  path: "/books/:id",
  summary: "One book (OPDS 2.0)",
  type: types.publication,
  read: ({ base, principal }, id) =>
    Effect.map(catalogBook(principal, id), (book) => JSON.stringify(publication(base, book)))
})
export const opds2Manifest = documentRoute({
  path: "/books/:id/manifest",
  summary: "A comic as a Readium web publication of pictures (DiViNa)",
  type: types.divina,
  read: ({ base, principal }, id) =>
    Effect.flatMap(catalogBook(principal, id), (book) => {
      const found = manifest(base, book)
      return found === undefined ? new NotFound({ what: "page" }) : Effect.succeed(JSON.stringify(found))
    })
})

export const opds2Else = documentRoute(elsewhere("application/problem+json"))

/** The route of the authentication document. It is public, because clients need the document in order to sign in. */
export const opds2Authentication: RawRoute<never> = {
  method: "GET",
  path: `${CATALOG_2}/auth`,
  access: "public",
  body: "none",
  summary: "Describes how reading apps sign in (Authentication for OPDS 1.0)",
  contentType: types.authentication,
  failureBody,
  handle: ({ request, response }: PublicExchange) =>
    Effect.sync(() => {
      const text = JSON.stringify(authenticationDocument(request))
      response.writeHead(200, {
        "Content-Type": types.authentication,
        "Content-Length": Buffer.byteLength(text),
        "Cache-Control": "no-cache"
      })
      response.end(request.method === "HEAD" ? undefined : text)
    })
}

import type { PublicExchange, RawExchange, RawRoute } from "@media/http/RawRoute"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { CATALOG_2 } from "../opds/addresses.ts"
import { catalogBook } from "../opds/books.ts"
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
} from "../opds/catalog.ts"
import { askedIn, isMissing, missing, sendDocument } from "../opds/exchange.ts"
import type { Listing } from "../opds/listing.ts"
import { authenticationDocument, failureBody } from "./authentication.ts"
import { feed, manifest, publication, types } from "./json.ts"

interface DocumentRoute<E, R> {
  readonly path: string
  readonly summary: string
  readonly type: string
  readonly read: (asked: Asked, id: string) => Effect.Effect<unknown, E, R>
}

const documentRoute = <E, R>({ path, read, summary, type }: DocumentRoute<E, R>): RawRoute<R> => ({
  method: "GET",
  path: `${CATALOG_2}${path}`,
  access: "basic",
  body: "none",
  summary,
  contentType: type,
  failureBody,
  handle: (exchange: RawExchange) =>
    Effect.flatMap(read(askedIn(exchange, CATALOG_2), exchange.params["id"] ?? ""), (answer) =>
      sendDocument(exchange, type, JSON.stringify(answer))
    ).pipe(Effect.catchAll((error) => (isMissing(error) ? missing() : Effect.die(error))))
})

interface FeedRoute<E, R> {
  readonly path: string
  readonly summary: string
  readonly read: (asked: Asked, id: string) => Effect.Effect<Listing, E, R>
}

const feedRoute = <E, R>({ path, read, summary }: FeedRoute<E, R>): RawRoute<R> =>
  documentRoute({
    path,
    summary,
    type: types.feed,
    read: (asked, id) => Effect.map(read(asked, id), (listing) => feed(asked, listing))
  })

/** Books of a list that the first page shows. */
const PREVIEWED = 12

export const opds2Start = documentRoute({
  path: "",
  summary: "The catalog for readers of books (OPDS 2.0), with the beginnings of its newest lists",
  type: types.feed,
  read: (asked) =>
    Effect.map(
      Effect.all([
        readingListing({ ...asked, page: 1, perPage: PREVIEWED }),
        recentListing({ ...asked, page: 1, perPage: PREVIEWED })
      ]),
      (groups) =>
        feed(
          asked,
          startListing,
          groups.filter(({ books = [] }) => books.length > 0)
        )
    )
})
export const opds2Recent = feedRoute({
  path: "/recent",
  summary: "The newest books (OPDS 2.0)",
  read: recentListing
})
export const opds2Reading = feedRoute({
  path: "/reading",
  summary: "The books that the caller has begun (OPDS 2.0)",
  read: readingListing
})
export const opds2Books = feedRoute({ path: "/books", summary: "All books (OPDS 2.0)", read: booksListing })
export const opds2Libraries = feedRoute({
  path: "/libraries",
  summary: "The libraries that hold books (OPDS 2.0)",
  read: librariesListing
})
export const opds2Library = feedRoute({
  path: "/libraries/:id",
  summary: "The books of a library (OPDS 2.0)",
  read: libraryListing
})
export const opds2Authors = feedRoute({
  path: "/authors",
  summary: "The authors of books (OPDS 2.0)",
  read: (asked) => shelvesListing(asked, "authors")
})
export const opds2Author = feedRoute({
  path: "/authors/:id",
  summary: "The books of an author (OPDS 2.0)",
  read: (asked, id) => shelfListing(asked, "authors", id)
})
export const opds2Series = feedRoute({
  path: "/series",
  summary: "The series of books (OPDS 2.0)",
  read: (asked) => shelvesListing(asked, "series")
})
export const opds2OneSeries = feedRoute({
  path: "/series/:id",
  summary: "The books of a series (OPDS 2.0)",
  read: (asked, id) => shelfListing(asked, "series", id)
})
export const opds2Search = feedRoute({
  path: "/search",
  summary: "Books whose title, author or series has the words in `query` (OPDS 2.0)",
  read: searchListing
})
export const opds2Book = documentRoute({
  path: "/books/:id",
  summary: "One book (OPDS 2.0)",
  type: types.publication,
  read: ({ base, principal }, id) => Effect.map(catalogBook(principal, id), (book) => publication(base, book))
})
export const opds2Manifest = documentRoute({
  path: "/books/:id/manifest",
  summary: "A comic as a Readium web publication of pictures (DiViNa)",
  type: types.divina,
  read: ({ base, principal }, id) =>
    Effect.flatMap(catalogBook(principal, id), (book) => {
      const found = manifest(base, book)
      return found === undefined ? new NotFound({ what: "page" }) : Effect.succeed(found)
    })
})

/** Else the other catalog would answer, in words that a client of this one does not understand. */
export const opds2Else = documentRoute({
  path: "/*",
  summary: "Nothing: there is no such page",
  type: "application/problem+json",
  read: () => new NotFound({ what: "page" })
})

/** For everyone: it says how to sign in, and nothing else. */
export const opds2Authentication: RawRoute<never> = {
  method: "GET",
  path: `${CATALOG_2}/auth`,
  access: "public",
  body: "none",
  summary: "How readers of books sign in (Authentication for OPDS 1.0)",
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

import { anyone, book, member, noComics, progression, type RouteRow } from "./RouteRow.ts"

const nothingToRead = "the collection has nothing to read"

/** Routes of the catalogs for reading apps, and of KOReader. */
export const readingRows: Readonly<Record<string, RouteRow>> = {
  "GET /opds": member,
  "GET /opds/recent": member,
  "GET /opds/books": member,
  "GET /opds/galleries": member,
  "GET /opds/libraries": member,
  "GET /opds/authors": member,
  "GET /opds/series": member,
  "GET /opds/opensearch.xml": member,
  "GET /opds/libraries/:id": { ...member, id: ({ library }) => library },
  "GET /opds/authors/:id": { ...member, id: () => "none" },
  "GET /opds/series/:id": { ...member, id: () => "none" },
  "GET /opds/*": member,
  "GET /opds/collections": member,
  "GET /opds/collections/:id": { ...member, id: ({ collection }) => collection, onlyHidden: nothingToRead },
  "GET /opds/search": { ...member, queries: ({ word }) => [`q=${word}`] },
  "GET /opds/books/:id": { ...member, id: book },
  "GET /opds/books/:id/download": { ...member, id: book },
  "GET /opds/books/:id/cover": { ...member, id: book },
  "GET /opds/books/:id/thumbnail": { ...member, id: book },
  "GET /opds/books/:id/pages/:page": { ...member, id: book, onlyHidden: noComics },
  "GET /opds/reading": member,
  "GET /opds/v2": member,
  "GET /opds/v2/recent": member,
  "GET /opds/v2/reading": member,
  "GET /opds/v2/books": {
    ...member,
    queries: ({ library }) => [`library=${library}`, "order=newest&format=epub&language=en"]
  },
  "GET /opds/v2/galleries": { ...member, queries: () => ["order=newest"] },
  "GET /opds/v2/libraries": member,
  "GET /opds/v2/authors": member,
  "GET /opds/v2/series": member,
  "GET /opds/v2/libraries/:id": { ...member, id: ({ library }) => library },
  "GET /opds/v2/authors/:id": { ...member, id: () => "none" },
  "GET /opds/v2/series/:id": { ...member, id: () => "none" },
  "GET /opds/v2/collections": member,
  "GET /opds/v2/collections/:id": {
    ...member,
    id: ({ collection }) => collection,
    onlyHidden: nothingToRead
  },
  "GET /opds/v2/search": { ...member, queries: ({ word }) => [`query=${word}`] },
  "GET /opds/v2/books/:id": { ...member, id: book },
  "GET /opds/v2/books/:id/manifest": { ...member, id: book, onlyHidden: noComics },
  "GET /opds/v2/books/:id/progression": { ...member, id: book },
  "PUT /opds/v2/books/:id/progression": { ...member, id: book, body: progression },
  "GET /opds/v2/auth": anyone,
  "GET /opds/v2/*": member,
  "GET /koreader/users/auth": member,
  "POST /koreader/users/create": anyone,
  // KOReader identifies a file by a hash, not by the id of the book. `reading-apps/http.pg.test.ts` tests requests with
  // a hash.
  "GET /koreader/syncs/progress/:id": { ...member, id: () => "none" },
  "PUT /koreader/syncs/progress": {
    ...member,
    body: () => ({ document: "none", progress: "5", percentage: 0.5, device: "a", device_id: "b" })
  },
  "GET /koreader/*": member
}

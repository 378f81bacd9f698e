import { albumReads } from "@media/features/media/albums/queries"
import { listTracks } from "@media/features/media/audio/queries"
import { listBooks } from "@media/features/media/books/queries"
import { listBookSeries } from "@media/features/media/books/facets"
import { listEntities } from "@media/features/app/entities/queries"
import { galleryReads } from "@media/features/media/galleries/queries"
import { imageReads } from "@media/features/media/images/queries"
import { timeline } from "@media/features/media/images/timeline"
import type { ListFilter } from "@media/features/catalog/items/listFilter"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Database } from "./ItemReads.ts"

const first: ListFilter = { page: 1, perPage: 40, sort: "title", order: "asc" }

/** Returns the MD5 hash of a text as a UUID, like `md5(text)::uuid` in PostgreSQL. */
const uuidOf = (text: string): string =>
  createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

export interface KindRead {
  readonly what: string
  readonly ask: Effect.Effect<unknown, unknown, Database>
  /** True if the query counts or groups without maintained counts. Its cost then grows with the collection. */
  readonly isCounted?: true
  readonly isSearch?: true
}

/** Returns the list queries of each kind, for the rows of `ManyFacts`. */
export const kindReads = (principal: Principal) =>
  Effect.gen(function* () {
    const books = (filter: Partial<ListFilter>) => listBooks(principal, { ...first, ...filter })
    const tracks = (filter: Partial<ListFilter>) => listTracks(principal, { ...first, ...filter })
    const images = (filter: Partial<ListFilter>) => imageReads.list(principal, { ...first, ...filter })
    const { total } = yield* images({ status: "ready" })
    const [gallery] = (yield* galleryReads.list(principal, first)).items
    const [album] = (yield* albumReads.list(principal, first)).items
    const reads: ReadonlyArray<KindRead> = [
      { what: "books, EPUB", ask: books({ format: "epub" }), isCounted: true },
      {
        what: "books, EPUB, newest",
        ask: books({ format: "epub", sort: "createdAt", order: "desc" }),
        isCounted: true
      },
      { what: "books, EPUB, page 20", ask: books({ format: "epub", page: 20 }), isCounted: true },
      { what: "books, German PDF", ask: books({ format: "pdf", language: "de" }), isCounted: true },
      { what: "books of a series", ask: books({ bookSeriesId: uuidOf("s7"), sort: "number" }) },
      { what: "books of an author", ask: books({ authorId: uuidOf("a7") }) },
      { what: "books, words of series", ask: books({ words: "498" }), isSearch: true },
      { what: "books, words of authors", ask: books({ words: "996" }), isSearch: true },
      { what: "series", ask: listBookSeries(principal, { page: 1, perPage: 40 }), isCounted: true },
      { what: "series, page 10", ask: listBookSeries(principal, { page: 10, perPage: 40 }), isCounted: true },
      ...[1, 10].map((page): KindRead => ({
        what: `authors, page ${page}`,
        ask: listEntities(principal, "author", { page, perPage: 40, sort: "name" })
      })),
      { what: "tracks of an artist", ask: tracks({ artist: "Artist 7" }) },
      { what: "tracks of a name of albums", ask: tracks({ album: "Album 7" }) },
      { what: "images by the time they were taken", ask: images({ sort: "takenAt", order: "desc" }) },
      {
        what: "images by the time they were taken, middle page",
        ask: images({ sort: "takenAt", status: "ready", page: Math.ceil(total / 80) })
      },
      { what: "timeline", ask: timeline(principal, { order: "desc", status: "ready" }), isCounted: true },
      ...(gallery === undefined
        ? []
        : [{ what: "images of a gallery", ask: images({ parentId: gallery.id, sort: "ordinal" }) }]),
      ...(album === undefined
        ? []
        : [{ what: "tracks of an album", ask: tracks({ parentId: album.id, sort: "ordinal" }) }])
    ]
    return reads
  })

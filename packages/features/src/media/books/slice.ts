import { defineSlice } from "../../defineSlice.ts"
import { booksToRead } from "./backfill.ts"
import { BookReadingGroup, BookFacetsGroup, BooksGroup } from "./contract.ts"
import { bookEvents } from "./events.ts"
import { bookFields } from "./fields.ts"
import { BookReadingLive, BookFacetsLive, BooksLive } from "./http.ts"
import { bookKind } from "./kind.ts"
import { booksTopic } from "./live.ts"
import { booksPolicy } from "./policy.ts"
import { bookReadProcessor } from "./processor.ts"
import { booksProjection } from "./projection.ts"
import { bookRead } from "./queue.ts"
import { bookPageRoute, bookResourceRoute, bookSourceRoute } from "./raw.ts"
import { bookMaintenance } from "./maintenance.ts"
import { bookSummary } from "./summaries.ts"
import { bookHistory } from "./history.ts"

export const booksSlice = defineSlice({
  name: "books",
  about: "books and comics: their metadata, series, authors and pages",
  stores: "events, on the stream of the item",
  open: ["pages"],
  fields: bookFields,
  events: bookEvents,
  history: bookHistory,
  projections: [booksProjection],
  policies: [booksPolicy],
  queues: [{ definition: bookRead, processor: bookReadProcessor, backfill: booksToRead }],
  groups: [
    [BooksGroup, BooksLive],
    [BookReadingGroup, BookReadingLive],
    [BookFacetsGroup, BookFacetsLive]
  ],
  raw: [bookSourceRoute, bookPageRoute, bookResourceRoute],
  live: [booksTopic],
  kinds: [bookKind],
  summaries: [bookSummary],
  maintenance: [bookMaintenance],
  concepts: {
    readerDocuments: "the identifiers that KOReader uses for files",
    pdf: "reads the metadata, text and pages of a PDF",
    documents: "serves sanitized EPUB documents to the browser, and searches their text",
    documentCache: "caches sanitized EPUB documents in memory",
    pages: "serves the pages of a comic as re-encoded pictures",
    facets: "lists series, which exist only as names in their books",
    seriesId: "the id of a series",
    reading: "the version of the code that reads books"
  }
})

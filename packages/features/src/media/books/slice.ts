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
  about: "books and comics: what they say of themselves, their series and authors, the pages of comics",
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
    readerDocuments: "the names that KOReader gives to files",
    pdf: "what a PDF says of itself, and its pages as pictures",
    documents: "the documents of an EPUB, cleaned for a reader in the browser, and the words in them",
    documentCache: "cleaned documents of EPUBs, cached in memory",
    pages: "the pages of a comic as pictures, each decoded and encoded again",
    facets: "series and authors, which are known by the names in their books",
    subjects: "the ids of series and authors",
    reading: "the number of the way in which this version reads books"
  }
})

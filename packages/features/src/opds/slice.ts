import { defineSlice } from "../defineSlice.ts"
import {
  opdsAuthor,
  opdsAuthors,
  opdsBook,
  opdsBooks,
  opdsCover,
  opdsDownload,
  opdsElse,
  opdsLibraries,
  opdsLibrary,
  opdsOneSeries,
  opdsOpenSearch,
  opdsPage,
  opdsReading,
  opdsRecent,
  opdsSearch,
  opdsSeries,
  opdsStart,
  opdsThumbnail
} from "./raw.ts"

export const opdsSlice = defineSlice({
  name: "opds",
  about: "the catalog for readers of books: OPDS 1.2 with page streaming",
  stores: "nothing: what books have, in another form",
  raw: [
    opdsStart,
    opdsRecent,
    opdsReading,
    opdsBooks,
    opdsLibraries,
    opdsLibrary,
    opdsAuthors,
    opdsAuthor,
    opdsSeries,
    opdsOneSeries,
    opdsSearch,
    opdsOpenSearch,
    opdsBook,
    opdsDownload,
    opdsCover,
    opdsThumbnail,
    opdsPage,
    opdsElse
  ],
  concepts: {
    addresses: "paths, types and relations of the catalog",
    books: "books as the catalog lists them",
    catalog: "what each page holds",
    choices: "what the books that one may see differ in",
    documentRoute: "routes that answer with a document, for both catalogs",
    exchange: "what a request asks of a catalog",
    facets: "how a list is narrowed and ordered",
    feeds: "feeds and entries as elements of Atom",
    lists: "the lists that both catalogs have, each at its path",
    listing: "a page of the catalog, in whatever form it is written",
    xml: "elements as text that every XML reader takes"
  }
})

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
    catalog: "what each feed holds",
    feeds: "feeds and entries as elements",
    xml: "elements as text that every XML reader takes"
  }
})

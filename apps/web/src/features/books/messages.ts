import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("books", {
  bookCount: "{count} book | {count} books",
  books: "Books",
  emptyFacet: "No books here",
  format: "Format",
  language: "Language",
  noFacets: "None yet",
  noFacetsText: "Series are read from each book’s metadata.",
  page: "Page {page}",
  pages: "Pages",
  pagesShort: "{count} page | {count} pages",
  percentRead: "{percent}% read",
  protected: "This book is DRM-protected and can only be opened in the seller’s app.",
  publisher: "Publisher",
  read: "Read",
  readAgain: "Read again",
  readCount: "{count} read",
  readOn: "Continue on page {page}",
  readOnHere: "Continue reading",
  readOnAt: "Continue at {percent}%",
  rightToLeft: "Right to left",
  seriesCount: "{count} series | {count} series",
  seriesOne: "Series",
  seriesLabel: "Series",
  direction: "Direction",
  facetsFailed: "Couldn’t load the list"
})

import { defineMessages } from "@/lib/messages"

/** Of books beside what all items say. */
export const messages = defineMessages("books", {
  authorCount: "{count} author | {count} authors",
  bookCount: "{count} book | {count} books",
  books: "Books",
  emptyShelf: "No books here",
  format: "Format",
  language: "Language",
  noShelves: "None yet",
  noShelvesText: "They come from what books say of themselves.",
  page: "Page {page}",
  pages: "Pages",
  pagesShort: "{count} page | {count} pages",
  percentRead: "{percent} % read",
  protected: "This book is protected by its seller: only their programs open it.",
  publisher: "Publisher",
  read: "Read",
  readAgain: "Read again",
  readOn: "Read on, page {page}",
  readOnHere: "Read on",
  readOnAt: "Read on at {percent} %",
  rightToLeft: "Right to left",
  seriesCount: "{count} series | {count} series",
  seriesLabel: "Series",
  direction: "Direction",
  shelvesFailed: "The shelves could not be loaded"
})

import { defineMessages } from "@/lib/messages"

/** Of books beside what all items say. */
export const messages = defineMessages("books", {
  authors: "Authors",
  format: "Format",
  language: "Language",
  page: "Page {page}",
  pages: "Pages",
  pagesShort: "{count} page | {count} pages",
  protected: "This book is protected by its seller: only their programs open it.",
  publisher: "Publisher",
  read: "Read",
  readOn: "Read on, page {page}",
  rightToLeft: "Right to left",
  seriesLabel: "Series",
  seriesPart: "{name}, {number}",
  direction: "Direction"
})

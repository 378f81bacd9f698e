import type { Book, BookSummary } from "@media/features/media/books/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/list/filter"
import { kind } from "./kind"

export const bookDefinition: ItemDefinition<BookSummary, Book> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "size", "rating", "random"],
  aspect: 2 / 3,
  // Mixed lists use only `pages`, which is the unit of reading positions.
  look: ({ authors, format, pages, series, title = "" }: Partial<BookSummary>) => ({
    cover: { title, by: authors?.[0]?.name },
    facts: [authors?.[0]?.name, series?.name],
    // Reading positions in an EPUB are percentages, so an EPUB counts as a book of 100 pages.
    pages: format === "epub" ? 100 : (pages ?? null)
  }),
  readTo: (id) => ({ name: "read", params: { id } }),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.books.list({
      // The books of a series are sorted by their number in the series instead of by title.
      query: {
        ...filter,
        order,
        sort: filter.bookSeriesId !== undefined && sort === "title" ? "number" : untimed(sort),
        page,
        perPage
      },
      signal
    }),
  get: (id, signal) => api.books.get({ path: { id }, signal }),
  update: (id, patch) => api.books.update({ path: { id }, body: patch }),
  own: api.books
}

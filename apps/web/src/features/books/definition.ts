import type { Book, BookSummary } from "@media/features/media/books/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/list/filter"
import { kind } from "./kind"

export const bookDefinition: ItemDefinition<BookSummary, Book> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "size", "rating", "random"],
  aspect: 2 / 3,
  // Home and other lists of all kinds know of what only books have no more than what their position is counted in.
  look: ({ authors, format, pages, series, title = "" }: Partial<BookSummary>) => ({
    cover: { title, by: authors?.[0]?.name },
    facts: [authors?.[0]?.name, series?.name],
    // The position in an EPUB is a percentage, so it counts as 100 pages.
    pages: format === "epub" ? 100 : (pages ?? null)
  }),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.books.list({
      // The parts of a series are in its order, which says more than their titles.
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

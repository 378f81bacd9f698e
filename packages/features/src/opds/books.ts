import { sourceOf } from "../items/source.ts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AnyItemFilter } from "../items/contract.ts"
import { getBook, listBooks } from "../books/queries.ts"
import { bookTypeOf } from "../books/raw.ts"
import type { BookFormat } from "@media/books/BookFacts"
import type { Book, BookSummary } from "../books/contract.ts"
import { catalogComic, comicFile } from "./comics.ts"
import type { Paged } from "./listing.ts"

export interface CatalogBook {
  readonly book: BookSummary & Partial<Pick<Book, "details" | "isRightToLeft">>
  /** Of the download. */
  readonly type: string
  /** A gallery that is an archive: nothing is known of how far it was read. */
  readonly isGallery?: true
}

/** Of one page; readers on paper displays turn them slowly. */
export const PER_PAGE = 50
export const MOST_PER_PAGE = 100

const typeOfFormat: Readonly<Record<BookFormat, string>> = {
  epub: "application/epub+zip",
  comic: "application/vnd.comicbook+zip",
  pdf: "application/pdf",
  other: "application/octet-stream"
}

/** Books of a catalog: those that can be had. */
export const catalogBooks = (
  principal: Principal,
  { page, perPage }: Pick<Paged, "page" | "perPage">,
  filter: Partial<AnyItemFilter>
) =>
  Effect.map(
    listBooks(principal, {
      isMissing: false,
      sort: "title",
      order: "asc",
      ...filter,
      page,
      perPage
    }),
    ({ items, total }) => ({
      books: items.map((book): CatalogBook => ({ book, type: typeOfFormat[book.format ?? "other"] })),
      paged: { page, perPage, total } satisfies Paged
    })
  )

/** One book or gallery, with what its page says of it. */
export const catalogBook = (principal: Principal, id: string) =>
  Effect.map(getBook(principal, id), (book): CatalogBook => ({ book, type: bookTypeOf(book.path) })).pipe(
    Effect.catchTag("NotFound", () => catalogComic(principal, id))
  )

/** The file of a book or gallery that the caller may see, and the name it is saved under. */
export const bookFile = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const found = yield* sourceOf(principal, "book", id)
    if (Option.isNone(found)) return yield* comicFile(principal, id)
    const { label } = found.value
    return { ...found.value, fileName: label.slice(label.lastIndexOf("/") + 1), type: bookTypeOf(label) }
  })

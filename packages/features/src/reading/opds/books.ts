import * as SqlClient from "@effect/sql/SqlClient"
import { sourceOf } from "../../catalog/items/source.ts"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { getBook, listBooks } from "../../media/books/queries.ts"
import { bookTypeOf } from "../../media/books/raw.ts"
import type { BookFormat } from "@media/books/BookFacts"
import type { Book, BookSummary } from "../../media/books/contract.ts"
import { catalogComic, comicFile } from "./comics.ts"
import type { Paged } from "./listing.ts"

export interface CatalogBook {
  readonly book: BookSummary & Partial<Pick<Book, "details" | "isRightToLeft">>
  /** The media type of the download. */
  readonly type: string
  /** True for a gallery that is an archive. Galleries have no reading progress. */
  readonly isGallery?: true
}

/** The default number of entries per page. It is small, because e-paper readers are slow to show long lists. */
export const PER_PAGE = 50
export const MOST_PER_PAGE = 100

const typeOfFormat: Readonly<Record<Exclude<BookFormat, "other">, string>> = {
  epub: "application/epub+zip",
  comic: "application/vnd.comicbook+zip",
  pdf: "application/pdf"
}

/**
 * Returns the type that was found in the file. If the file was not examined, returns the type that its extension
 * suggests. The type must be specific, because reading apps do not offer files of an unknown type.
 */
const typeOf = (format: BookFormat | null, name: string): string =>
  format === null || format === "other" ? bookTypeOf(name) : typeOfFormat[format]

const Name = Schema.Struct({ id: Schema.String, path: Schema.String })

/** Returns the file names of visible books whose format does not determine their type. */
const namesOf = (books: ReadonlyArray<BookSummary>) =>
  Effect.gen(function* () {
    const unread = books.filter(({ format }) => format === null || format === "other").map(({ id }) => id)
    if (unread.length === 0) return new Map<string, string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Name)(sql`
      select item_id as id, path from item_files where item_id = any(${unread}::uuid[])`)
    return new Map(rows.map(({ id, path }) => [id, path]))
  })

/** Returns a page of the books in the catalog: the visible books that were examined and can be downloaded. */
export const catalogBooks = (
  principal: Principal,
  { page, perPage }: Pick<Paged, "page" | "perPage">,
  filter: Partial<ListFilter>
) =>
  Effect.gen(function* () {
    const { items, total } = yield* listBooks(principal, {
      status: "ready",
      sort: "title",
      order: "asc",
      ...filter,
      page,
      perPage
    })
    const names = yield* namesOf(items)
    return {
      books: items.map((book): CatalogBook => ({
        book,
        type: typeOf(book.format, names.get(book.id) ?? "")
      })),
      paged: { page, perPage, total } satisfies Paged
    }
  })

/** Returns one book or gallery, with the details of its page. */
export const catalogBook = (principal: Principal, id: string) =>
  Effect.map(getBook(principal, id), (book): CatalogBook => ({
    book,
    type: typeOf(book.format, book.path)
  })).pipe(Effect.catchTag("NotFound", () => catalogComic(principal, id)))

/** Returns the file of a book or gallery that the caller may see, and the name under which it is saved. */
export const bookFile = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const found = yield* sourceOf(principal, "book", id)
    if (Option.isNone(found)) return yield* comicFile(principal, id)
    const { label } = found.value
    return { ...found.value, fileName: label.slice(label.lastIndexOf("/") + 1), type: bookTypeOf(label) }
  })

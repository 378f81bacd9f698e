import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { asked as readFilter, bounded } from "../../catalog/items/asked.ts"
import { storedCollections } from "../../catalog/membership/stored.ts"
import { noneOf, oneBehindOther } from "./behind.ts"
import { catalogBooks } from "./books.ts"
import { type Asked, limitOf } from "./catalog.ts"
import { catalogComics } from "./comics.ts"
import type { Door, Listing, Paged } from "./listing.ts"
import { readableCollections } from "./readable.ts"

/**
 * Returns the visible books of a collection, followed by its visible galleries. Empty if the rule of the collection
 * takes too long.
 */
const booksIn = (principal: Principal, id: string, paged: Pick<Paged, "page" | "perPage">) => {
  const filter = { q: `in:"${id}"` }
  return oneBehindOther(
    paged,
    (part) =>
      Effect.flatMap(readFilter(principal, "book", filter), (match) =>
        bounded(match, catalogBooks(principal, part, match))
      ),
    (part) =>
      Effect.flatMap(readFilter(principal, "gallery", filter), (match) =>
        bounded(match, catalogComics(principal, part, match))
      )
  ).pipe(Effect.catchTag("TooBroad", () => Effect.succeed(noneOf(paged))))
}

const countOf = (count: number): string => (count === 1 ? "1 book" : `${count} books`)

/** Lists the collections with a book or gallery that the caller sees, sorted by name. */
export const collectionsListing = (asked: Asked) =>
  Effect.gen(function* () {
    const { page, perPage, principal } = asked
    const found = yield* Effect.forEach(yield* readableCollections(principal), (row) =>
      Effect.map(booksIn(principal, row.id, { page: 1, perPage: 1 }), ({ books, paged }) => ({
        row,
        count: paged.total,
        bookId: books[0]?.book.id
      }))
    )
    const shown = found.filter(({ count }) => count > 0)
    return {
      title: "Collections",
      id: "collections",
      kind: "navigation",
      up: "",
      updated: shown.map(({ row }) => row.updatedAt.toISOString()),
      paged: { page, perPage, total: shown.length },
      query: limitOf(asked),
      doors: shown.slice((page - 1) * perPage, page * perPage).map(({ bookId, count, row }): Door => ({
        id: `collections:${row.id}`,
        title: row.name,
        path: `/collections/${row.id}`,
        about: row.description ?? countOf(count),
        kind: "acquisition",
        count,
        bookId
      }))
    } satisfies Listing
  })

/**
 * Lists the books and galleries of one collection. Fails with `NotFound` if the caller cannot see any of its entries.
 */
export const collectionListing = (asked: Asked, id: string) =>
  Effect.gen(function* () {
    const [row] = isUuid(id) ? yield* storedCollections(asked.principal, (sql) => sql`s.id = ${id}`) : []
    const found = row === undefined ? undefined : yield* booksIn(asked.principal, id, asked)
    if (row === undefined || found === undefined || found.paged.total === 0)
      return yield* new NotFound({ what: "page" })
    return {
      ...found,
      title: row.name,
      id: `collections:${id}`,
      kind: "acquisition",
      up: "/collections",
      query: limitOf(asked)
    } satisfies Listing
  })

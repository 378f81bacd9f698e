import * as Effect from "effect/Effect"
import type { CatalogBook } from "./books.ts"
import type { Paged } from "./listing.ts"

/** Returns a page of an empty list. */
export const noneOf = ({ page, perPage }: Pick<Paged, "page" | "perPage">) => ({
  books: [],
  paged: { page, perPage, total: 0 } satisfies Paged
})

interface Found {
  readonly books: ReadonlyArray<CatalogBook>
  readonly paged: Paged
}
type Lister<E, R> = (paged: Pick<Paged, "page" | "perPage">) => Effect.Effect<Found, E, R>

/** Returns a page of the list that consists of all entries of `first`, followed by all entries of `second`. */
export const oneBehindOther = <E1, R1, E2, R2>(
  { page, perPage }: Pick<Paged, "page" | "perPage">,
  first: Lister<E1, R1>,
  second: Lister<E2, R2>
) =>
  Effect.gen(function* () {
    const head = yield* first({ page, perPage })
    const wanted = perPage - head.books.length
    const skipped = Math.max(0, (page - 1) * perPage - head.paged.total)
    const at = Math.floor(skipped / perPage) + 1
    const found = yield* second({ page: at, perPage })
    const tail = found.books.slice(skipped % perPage)
    const isMore = tail.length < wanted && tail.length < found.books.length
    const more = isMore ? (yield* second({ page: at + 1, perPage })).books : []
    return {
      books: [...head.books, ...[...tail, ...more].slice(0, wanted)],
      paged: { page, perPage, total: head.paged.total + found.paged.total } satisfies Paged
    }
  })

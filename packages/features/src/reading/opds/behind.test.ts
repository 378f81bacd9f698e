import * as Effect from "effect/Effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { oneBehindOther } from "./behind.ts"
import type { CatalogBook } from "./books.ts"

/** Returns a list with `total` entries: `name 0`, `name 1` and so on. */
const listOf =
  (name: string, total: number) =>
  ({ page, perPage }: { readonly page: number; readonly perPage: number }) => {
    const all = Array.from({ length: total }, (_, n) => `${name} ${n}` as unknown as CatalogBook)
    return Effect.succeed({
      books: all.slice((page - 1) * perPage, page * perPage),
      paged: { page, perPage, total }
    })
  }

it("combines two lists of any length into one list of full pages", () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 9 }), (first, second, perPage) => {
      const read = (page: number) =>
        Effect.runSync(oneBehindOther({ page, perPage }, listOf("a", first), listOf("b", second)))
      const total = first + second
      const pages = Array.from({ length: Math.ceil(total / perPage) + 1 }, (_, n) => read(n + 1))
      expect(pages.flatMap(({ books }) => books)).toEqual([
        ...Array.from({ length: first }, (_, n) => `a ${n}`),
        ...Array.from({ length: second }, (_, n) => `b ${n}`)
      ])
      for (const [n, { books, paged }] of pages.entries())
        expect([books.length, paged]).toEqual([
          Math.max(0, Math.min(perPage, total - n * perPage)),
          { page: n + 1, perPage, total }
        ])
    })
  )
})

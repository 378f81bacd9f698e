import * as fc from "fast-check"
import { expect, it } from "vitest"
import { pageWindow } from "./PageWindow.ts"

const rowsOf = (list: ReadonlyArray<number>, page: number, perPage: number): ReadonlyArray<number> => {
  const { isBackwards, limit, offset } = pageWindow(list.length, page, perPage)
  const from = isBackwards ? list.toReversed() : list
  const rows = from.slice(offset, offset + limit)
  return isBackwards ? rows.toReversed() : rows
}

it("returns the same rows as plain offsets from both halves of the list", () => {
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 50 }),
      (total, page, perPage) => {
        const list = Array.from({ length: total }, (_, n) => n)
        expect(rowsOf(list, page, perPage)).toEqual(list.slice((page - 1) * perPage, page * perPage))
      }
    )
  )
})

it("never skips more than half of the rows", () => {
  expect(pageWindow(100_000, 2_500, 40)).toEqual({ isBackwards: true, offset: 0, limit: 40 })
  expect(pageWindow(100_001, 2_501, 40)).toEqual({ isBackwards: true, offset: 0, limit: 1 })
  expect(pageWindow(100_000, 1, 40)).toEqual({ isBackwards: false, offset: 0, limit: 40 })
})

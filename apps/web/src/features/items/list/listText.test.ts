// @vitest-environment node
import { expect, it } from "vitest"
import { defaultFilter, shownOf } from "./filter"
import {
  isSortedByText,
  linkedConditions,
  textOfFilter,
  withoutSort,
  withText,
  textInScope
} from "./listText"

it("converts the parameters of older URLs to query text", () => {
  expect(
    textOfFilter({
      ...defaultFilter,
      q: "harbour",
      isFavorite: true,
      isWatched: false,
      resolution: "4k",
      durationMin: 600,
      durationMax: 5_400
    })
  ).toBe("harbour is:favorite is:unwatched resolution:4k duration>=600s duration<=5400s")
  expect(textOfFilter({ ...defaultFilter, q: "a OR b", isFavorite: true })).toBe("(a OR b) is:favorite")
  expect(textOfFilter({ ...defaultFilter, q: '"a OR b"', isFavorite: true })).toBe('"a OR b" is:favorite')
})

it("replaces the filters with the query text but keeps filters set by links", () => {
  const before = { ...defaultFilter, q: "x", isFavorite: true, bookSeriesId: "s1" }
  expect(withText(before, "is:favorite year:1980")).toEqual({
    ...defaultFilter,
    bookSeriesId: "s1",
    q: "is:favorite year:1980"
  })
  expect(withText(before, "")).toEqual({ ...defaultFilter, bookSeriesId: "s1" })
})

it("converts filters set by links to query conditions, so that saved views include them", () => {
  const filter = { ...defaultFilter, artistId: "a1", tag: 'so "new" it', status: "missing" as const }
  const conditions = linkedConditions(filter)
  expect(conditions).toEqual({ artist: "a1", tag: '"so \\"new\\" it"', status: "missing" })
  expect(textInScope(conditions, "year:1980")).toBe(
    'artist:a1 tag:"so \\"new\\" it" status:missing year:1980'
  )
})

it("finds the sort order in a query outside quoted phrases", () => {
  expect(isSortedByText("noir sort:-rating,title")).toBe(true)
  expect(isSortedByText('"a sort:title b"')).toBe(false)
  expect(withoutSort('"a sort:title b" noir sort:-rating')).toBe('"a sort:title b" noir')
})

it("limits the list to ready items unless the query names a status", () => {
  expect(shownOf({ ...defaultFilter, q: "noir" }).status).toBe("ready")
  expect(shownOf({ ...defaultFilter, q: "noir status:missing" }).status).toBeUndefined()
  expect(shownOf({ ...defaultFilter, q: '"status:missing"' }).status).toBe("ready")
})

it("puts alternatives in parentheses when adding the scope to a query", () => {
  const scope = { performer: "p1" }
  expect(textInScope(scope, "")).toBe("performer:p1")
  expect(textInScope(scope, "year:1946 sort:-rating")).toBe("performer:p1 year:1946 sort:-rating")
  expect(textInScope(scope, "noir OR western sort:title,-added")).toBe(
    "performer:p1 (noir OR western) sort:title,-added"
  )
  expect(textInScope({}, "noir OR western")).toBe("noir OR western")
})

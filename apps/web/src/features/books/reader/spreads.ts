export type Layout = "single" | "double" | "strip"

/** The pages that are side by side, from 0: two from the second page on, as the first is the cover. */
export const spreadAt = (page: number, count: number, layout: Layout): ReadonlyArray<number> => {
  if (layout !== "double" || page === 0) return [page]
  const first = page % 2 === 1 ? page : page - 1
  return first + 1 < count ? [first, first + 1] : [first]
}

/** Where turning leads to, from 0; the same page at both ends. */
export const turned = (page: number, count: number, layout: Layout, by: 1 | -1): number => {
  const shown = spreadAt(page, count, layout)
  const next = by > 0 ? shown.at(-1)! + 1 : shown[0]! - 1
  if (next < 0 || next >= count) return page
  return spreadAt(next, count, layout)[0]!
}

/** Pages to load before they are asked for: two turns on, one back. */
export const pagesAhead = (page: number, count: number, layout: Layout): ReadonlyArray<number> => {
  const next = turned(page, count, layout, 1)
  const afterNext = turned(next, count, layout, 1)
  const previous = turned(page, count, layout, -1)
  const shown = spreadAt(page, count, layout)
  const all = [next, afterNext, previous].flatMap((one) => spreadAt(one, count, layout))
  return [...new Set(all)].filter((one) => !shown.includes(one))
}

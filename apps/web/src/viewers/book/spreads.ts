export type Layout = "single" | "double" | "strip"

/** The known shapes of the pages of a comic. */
export interface Pages {
  readonly count: number
  readonly layout: Layout
  /** Zero-based indexes of double-page spreads, shown alone. */
  readonly wide: ReadonlySet<number>
}

/** Pages, from 0, that are side by side: two from the second on, as the first is the cover. */
const spreadsOf = ({ count, layout, wide }: Pages): ReadonlyArray<ReadonlyArray<number>> => {
  const spreads: Array<ReadonlyArray<number>> = []
  for (let page = 0; page < count;) {
    const isPair =
      layout === "double" && page > 0 && page + 1 < count && !wide.has(page) && !wide.has(page + 1)
    spreads.push(isPair ? [page, page + 1] : [page])
    page += isPair ? 2 : 1
  }
  return spreads
}

export const spreadAt = (page: number, pages: Pages): ReadonlyArray<number> =>
  spreadsOf(pages).find((spread) => spread.includes(page)) ?? [page]

/** Where turning leads to, from 0; the same page at both ends. */
export const turned = (page: number, pages: Pages, by: 1 | -1): number => {
  const spreads = spreadsOf(pages)
  const at = spreads.findIndex((spread) => spread.includes(page))
  return spreads[at + by]?.[0] ?? page
}

/** Pages to preload: two turns ahead and one back. */
export const pagesAhead = (page: number, pages: Pages): ReadonlyArray<number> => {
  const spreads = spreadsOf(pages)
  const at = spreads.findIndex((spread) => spread.includes(page))
  return [1, 2, -1].flatMap((by) => spreads[at + by] ?? [])
}

type Side = "left" | "right" | "center" | null

/**
 * Pairs of pages, from the sides that the pages specify, by reading direction. A cover stands alone unless it
 * specifies otherwise.
 */
export const sidedSpreads = (
  sides: ReadonlyArray<Side>,
  isRightToLeft: boolean
): ReadonlyArray<ReadonlyArray<number>> => {
  const [first, second] = isRightToLeft ? ["right", "left"] : ["left", "right"]
  const spreads: Array<ReadonlyArray<number>> = []
  for (let page = 0; page < sides.length;) {
    const [one, other] = [sides[page], sides[page + 1]]
    const isCover = page === 0 && one === null && other === null
    const isPair = !isCover && (one === first || one === null) && (other === second || other === null)
    spreads.push(isPair ? [page, page + 1] : [page])
    page += isPair ? 2 : 1
  }
  return spreads
}

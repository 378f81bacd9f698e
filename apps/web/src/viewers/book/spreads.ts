export type Layout = "single" | "double" | "strip"

/** The pages of a comic, with the double-page spreads that are known so far. */
export interface Pages {
  readonly count: number
  readonly layout: Layout
  /** Zero-based indexes of double-page spreads. A spread is shown alone. */
  readonly wide: ReadonlySet<number>
}

/**
 * Returns groups of zero-based pages that are shown together. In the double layout, these are pairs, but the cover
 * and double-page spreads are alone.
 */
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

/** Returns the zero-based first page after turning. At the start and the end, returns the current page. */
export const turned = (page: number, pages: Pages, by: 1 | -1): number => {
  const spreads = spreadsOf(pages)
  const at = spreads.findIndex((spread) => spread.includes(page))
  return spreads[at + by]?.[0] ?? page
}

/** Returns the pages to preload: the pages of the next two turns and of the previous turn. */
export const pagesAhead = (page: number, pages: Pages): ReadonlyArray<number> => {
  const spreads = spreadsOf(pages)
  const at = spreads.findIndex((spread) => spread.includes(page))
  return [1, 2, -1].flatMap((by) => spreads[at + by] ?? [])
}

type Side = "left" | "right" | "center" | null

/**
 * Returns groups of pages that are shown together. Two consecutive pages form a pair if the sides that they specify
 * allow it in the reading direction. Pages without a side fit on both sides. The first page is shown alone as the
 * cover if neither of the first two pages specifies a side.
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

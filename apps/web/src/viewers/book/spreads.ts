export type Layout = "single" | "double" | "strip"

/** The known aspect ratios of a comic's pages. */
export interface Pages {
  readonly count: number
  readonly layout: Layout
  /** Zero-based indexes of double-page spreads, shown alone. */
  readonly wide: ReadonlySet<number>
}

/** Zero-based pages shown together: single cover, then pairs. */
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

/** The page after turning, zero-based; unchanged at both ends. */
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
 * Pairs of pages by the sides that they specify, in reading direction. A cover is shown alone unless it specifies
 * otherwise.
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

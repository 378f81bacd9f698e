export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the rectangle between two opposite corners, given in any order. */
export const boxBetween = (one: Point, other: Point): Box => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y)
})

export const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

export const contains = ({ bottom, left, right, top }: Box, { x, y }: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom

/**
 * `EDGE` is the height in pixels of the areas at the top and bottom in which dragging scrolls the list. `FASTEST` is
 * the maximum scroll speed in pixels per millisecond.
 */
const EDGE = 64
const FASTEST = 1.4

/**
 * Returns the scroll speed in pixels per millisecond while the pointer is at `y`. The speed increases toward the edge,
 * and is negative for scrolling up.
 */
export const edgeSpeed = (y: number, { bottom, top }: Pick<Box, "bottom" | "top">): number => {
  const above = Math.min(1, (top + EDGE - y) / EDGE)
  const below = Math.min(1, (y - bottom + EDGE) / EDGE)
  if (above > 0) return -above * FASTEST
  return below > 0 ? below * FASTEST : 0
}

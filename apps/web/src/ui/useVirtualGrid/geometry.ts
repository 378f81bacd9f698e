/**
 * Maximum height of a list in pixels. Browsers limit the height of elements (Chrome to about 16.7 million px at a
 * device pixel ratio of 2, Firefox to 17.9 million). A taller list gets this height, and its scroll positions are
 * scaled to cover all rows.
 */
export const MAX_SCROLL_HEIGHT = 8_000_000

export interface GridShape {
  readonly count: number
  readonly columns: number
  /** Row height, including the gap below the row. */
  readonly rowHeight: number
  readonly viewportHeight: number
  /**
   * Distance in pixels by which the grid is scrolled out at the top, before scaling. Negative while the grid begins
   * below the top of the view.
   */
  readonly scrolled: number
  readonly overscan: number
}

export interface GridWindow {
  readonly height: number
  readonly scale: number
  readonly first: number
  /** The index of the row after the last rendered row. */
  readonly last: number
  /** The offset of the first rendered row within the scaled height. */
  readonly top: number
}

export const isSameWindow = (one: GridWindow, other: GridWindow): boolean =>
  one.first === other.first &&
  one.last === other.last &&
  one.top === other.top &&
  one.height === other.height &&
  one.scale === other.scale

export const gridWindow = (shape: GridShape): GridWindow => {
  const rows = Math.ceil(shape.count / shape.columns)
  const full = rows * shape.rowHeight
  const height = Math.min(full, MAX_SCROLL_HEIGHT)
  const scale = full > height ? (full - shape.viewportHeight) / (height - shape.viewportHeight) : 1
  const real = Math.max(0, shape.scrolled) * scale
  const firstRow = Math.max(0, Math.min(rows, Math.floor(real / shape.rowHeight) - shape.overscan))
  const lastRow = Math.min(rows, Math.ceil((real + shape.viewportHeight) / shape.rowHeight) + shape.overscan)
  return {
    height,
    scale,
    first: firstRow * shape.columns,
    last: Math.min(shape.count, Math.max(firstRow, lastRow) * shape.columns),
    top: firstRow * shape.rowHeight - (real - Math.max(0, shape.scrolled))
  }
}

/**
 * Browsers cap the height of an element (Chrome near 16.7 million px at two device pixels per px, Firefox near 17.9).
 * Above this the scroll bar covers a shortened height and positions are scaled.
 */
export const MAX_SCROLL_HEIGHT = 8_000_000

export interface GridShape {
  readonly count: number
  readonly columns: number
  /** Including the gap below it. */
  readonly rowHeight: number
  readonly viewportHeight: number
  /** How far the top of the grid has been scrolled out of view, in scroll pixels. */
  readonly scrolled: number
  readonly overscan: number
}

export interface GridWindow {
  readonly height: number
  readonly scale: number
  readonly first: number
  /** Exclusive. */
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

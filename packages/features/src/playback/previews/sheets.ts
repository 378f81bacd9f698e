/**
 * Maximum number of cells: two hours with a cell per second, 30 MB at medium quality. Longer videos get longer cells.
 */
export const MOST_CELLS = 7_200

/** The longer side of a cell in pixels, and its JPEG quality, by the setting from 1 to 5: 1.4 to 9 KB per cell. */
const qualities = [
  { longest: 160, quality: 60 },
  { longest: 240, quality: 72 },
  { longest: 320, quality: 75 },
  { longest: 400, quality: 78 },
  { longest: 480, quality: 82 }
] as const

export const qualityOf = (setting: number): (typeof qualities)[number] =>
  qualities[setting - 1] ?? qualities[1]

export interface Cells {
  /** Seconds per cell. */
  readonly seconds: number
  readonly count: number
}

/** The division of a video of this length into cells. The last one may be short. */
export const cellsOf = (duration: number, askedSeconds: number): Cells => {
  const seconds = Math.max(askedSeconds, Math.ceil(duration / MOST_CELLS))
  // A tenth of a second after the last whole cell is not a separate cell.
  return { seconds, count: Math.max(1, Math.ceil((duration - 0.1) / seconds)) }
}

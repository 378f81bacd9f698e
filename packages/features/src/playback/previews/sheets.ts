/**
 * The maximum number of cells: one cell per second for two hours, about 30 MB at medium quality. In longer videos, each
 * cell represents more seconds.
 */
export const MOST_CELLS = 7_200

/**
 * The longer side of a cell in pixels and its JPEG quality, for the quality settings 1 to 5. A cell takes 1.4 to 9 KB.
 */
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
  /** The seconds that one cell represents. */
  readonly seconds: number
  readonly count: number
}

/** Divides a video of this length into cells. The last cell may represent fewer seconds. */
export const cellsOf = (duration: number, askedSeconds: number): Cells => {
  const seconds = Math.max(askedSeconds, Math.ceil(duration / MOST_CELLS))
  // Do not add a cell for less than a tenth of a second.
  return { seconds, count: Math.max(1, Math.ceil((duration - 0.1) / seconds)) }
}

import type { Trickplay } from "@media/features/media/videos/previewContract"
import { apiAddress } from "@/lib/urlBase"

/** A thumbnail and its position on its sheet. */
export interface SheetCell {
  readonly sheet: string
  /** Pixels from the left edge of the sheet. */
  readonly x: number
  readonly y: number
  /** Width of the whole sheet in pixels. */
  readonly sheetWidth: number
  readonly sheetHeight: number
}

/** Returns the thumbnail for a time. Returns undefined if this thumbnail has not been generated yet. */
export const cellAt = (trickplay: Trickplay, seconds: number): SheetCell | undefined => {
  const { cells, cellsPerSheet, columns, height, interval, isComplete, sheetUrl, width } = trickplay
  const wanted = Math.floor(Math.max(0, seconds) / interval)
  // Even a complete set of thumbnails may end a little before the video. The last thumbnail is then shown until the
  // end.
  const cell = isComplete ? Math.min(wanted, cells - 1) : wanted
  if (cell < 0 || cell >= cells) return undefined
  const sheet = Math.floor(cell / cellsPerSheet)
  const index = cell % cellsPerSheet
  const there = Math.min(cellsPerSheet, cells - sheet * cellsPerSheet)
  return {
    sheet: apiAddress(sheetUrl.replace("{n}", String(sheet))),
    x: (index % columns) * width,
    y: Math.floor(index / columns) * height,
    sheetWidth: Math.min(columns, there) * width,
    sheetHeight: Math.ceil(there / columns) * height
  }
}

import type { Trickplay } from "@media/features/media/videos/previewContract"
import { apiAddress } from "@/lib/urlBase"

/** The position of a picture on its sheet. */
export interface SheetCell {
  readonly sheet: string
  /** Pixels from the left edge of the sheet. */
  readonly x: number
  readonly y: number
  /** Size of the whole sheet. */
  readonly sheetWidth: number
  readonly sheetHeight: number
}

/** The picture at a time; undefined if it has not been generated yet. */
export const cellAt = (trickplay: Trickplay, seconds: number): SheetCell | undefined => {
  const { cells, cellsPerSheet, columns, height, interval, isComplete, sheetUrl, width } = trickplay
  const wanted = Math.floor(Math.max(0, seconds) / interval)
  // A video may be slightly longer than the time of its last picture.
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

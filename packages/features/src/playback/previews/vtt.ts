import { CELLS_PER_SHEET, COLUMNS } from "../../media/videos/previewContract.ts"

interface Track {
  readonly cells: number
  readonly cellSeconds: number
  readonly cellWidth: number
  readonly cellHeight: number
  /** The length of the video in seconds, which is the end of the last cue. */
  readonly duration: number
  readonly isComplete: boolean
}

const two = (value: number): string => String(value).padStart(2, "0")

/** Formats a time as `00:01:02.500`. */
export const vttTime = (seconds: number): string => {
  const millis = Math.round(seconds * 1_000)
  const whole = Math.floor(millis / 1_000)
  const clock = `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return `${clock}.${String(millis % 1_000).padStart(3, "0")}`
}

/** Returns the file name of a sheet: `720p_thumbnails.jpg`, then `720p_thumbnails_1.jpg`. */
export const sheetFile = (height: number, sheet: number): string =>
  sheet === 0 ? `${height}p_thumbnails.jpg` : `${height}p_thumbnails_${sheet}.jpg`

/**
 * Returns a WebVTT file with a cue for each cell, which refers to a region of a sheet. The URLs of the sheets contain
 * `token`, because some players cannot send it in a header.
 */
export const trickplayVtt = (height: number, track: Track, token?: string): string => {
  const query = token === undefined ? "" : `?access_token=${encodeURIComponent(token)}`
  const { cellHeight, cellSeconds, cellWidth, cells, duration, isComplete } = track
  const cues = Array.from({ length: cells }, (_, cell) => {
    const from = cell * cellSeconds
    const isLast = cell === cells - 1
    const to = isLast && isComplete ? Math.max(duration, from + 0.001) : from + cellSeconds
    const index = cell % CELLS_PER_SHEET
    const x = (index % COLUMNS) * cellWidth
    const y = Math.floor(index / COLUMNS) * cellHeight
    const file = sheetFile(height, Math.floor(cell / CELLS_PER_SHEET))
    return `${vttTime(from)} --> ${vttTime(to)}\n${file}${query}#xywh=${x},${y},${cellWidth},${cellHeight}`
  })
  return `${["WEBVTT", ...cues].join("\n\n")}\n`
}

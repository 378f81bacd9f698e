import * as Schema from "effect/Schema"

/**
 * Cells of a sheet are arranged in rows. The size of a sheet is limited, because browsers decode large pictures slowly.
 */
export const COLUMNS = 10
export const CELLS_PER_SHEET = 100

/** Small pictures from the whole video, in sheets. Cell k is the k-th from the left, row by row. */
export const Trickplay = Schema.Struct({
  /** Changes whenever the pictures change. */
  version: Schema.String,
  /** WebVTT. The URL of sheet n, from 0, is `sheetUrl` with `{n}` replaced. */
  vttUrl: Schema.String,
  sheetUrl: Schema.String,
  /** Seconds that a cell represents. */
  interval: Schema.Number,
  /** Size of a cell in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  columns: Schema.Int,
  cellsPerSheet: Schema.Int,
  /** Number of cells that exist so far. */
  cells: Schema.Int,
  isComplete: Schema.Boolean
}).annotations({ identifier: "Trickplay" })
export type Trickplay = typeof Trickplay.Type

/** A silent clip of a few seconds from the whole video, as MP4. */
export const Clip = Schema.Struct({
  url: Schema.String,
  width: Schema.Int,
  height: Schema.Int
}).annotations({ identifier: "Clip" })
export type Clip = typeof Clip.Type

/** Fields of a video in lists and on its page. */
export const previewFields = {
  trickplay: Schema.NullOr(Trickplay),
  clip: Schema.NullOr(Clip)
}
/** The reasons shown on the page of a video without previews. */
export const previewProblemFields = {
  trickplayFailure: Schema.NullOr(Schema.String),
  clipFailure: Schema.NullOr(Schema.String)
}

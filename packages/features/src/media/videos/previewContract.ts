import * as Schema from "effect/Schema"

/** Layout of a thumbnail sheet. The number of cells is limited, because browsers decode large pictures slowly. */
export const COLUMNS = 10
export const CELLS_PER_SHEET = 100

/**
 * Thumbnails taken at regular intervals from the whole video, for seeking. They are arranged in sheets, from left to
 * right and row by row.
 */
export const Trickplay = Schema.Struct({
  /** The version, which changes whenever the thumbnails change. */
  version: Schema.String,
  /**
   * The URL of the WebVTT file. To get the URL of a sheet, replace `{n}` in `sheetUrl` with the number of the sheet,
   * counted from 0.
   */
  vttUrl: Schema.String,
  sheetUrl: Schema.String,
  /** Number of seconds that a cell represents. */
  interval: Schema.Number,
  /** Size of a cell in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  columns: Schema.Int,
  cellsPerSheet: Schema.Int,
  /** Number of cells that have been generated so far. */
  cells: Schema.Int,
  isComplete: Schema.Boolean
}).annotations({ identifier: "Trickplay" })
export type Trickplay = typeof Trickplay.Type

/** A silent MP4 clip with short scenes from the whole video. */
export const Clip = Schema.Struct({
  url: Schema.String,
  width: Schema.Int,
  height: Schema.Int
}).annotations({ identifier: "Clip" })
export type Clip = typeof Clip.Type

/** Preview fields of a video, in lists and on the video's page. */
export const previewFields = {
  trickplay: Schema.NullOr(Trickplay),
  clip: Schema.NullOr(Clip)
}
/** The reasons why a video has no thumbnails or no clip, for the page of the video. */
export const previewProblemFields = {
  trickplayFailure: Schema.NullOr(Schema.String),
  clipFailure: Schema.NullOr(Schema.String)
}

import * as Schema from "effect/Schema"

/** Cells of a sheet are in rows; a sheet is limited, because browsers decode large pictures slowly. */
export const COLUMNS = 10
export const CELLS_PER_SHEET = 100

/** Small pictures from all over a video, in sheets. Cell k is the k-th from the left, line by line. */
export const Trickplay = Schema.Struct({
  /** Changes with the pictures. */
  version: Schema.String,
  /** WebVTT. Sheet n is `sheetUrl` with `{n}` replaced, from 0. */
  vttUrl: Schema.String,
  sheetUrl: Schema.String,
  /** Seconds of a cell. */
  interval: Schema.Number,
  /** Size of a cell in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  columns: Schema.Int,
  cellsPerSheet: Schema.Int,
  /** Number of cells so far. */
  cells: Schema.Int,
  isComplete: Schema.Boolean
}).annotations({ identifier: "Trickplay" })
export type Trickplay = typeof Trickplay.Type

/** A few silent seconds from all over a video, MP4. */
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
/** The reasons shown on the video's page if there are none. */
export const previewProblemFields = {
  trickplayFailure: Schema.NullOr(Schema.String),
  clipFailure: Schema.NullOr(Schema.String)
}

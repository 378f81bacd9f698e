import { CELLS_PER_SHEET, COLUMNS } from "./sheets.ts"

/** Of the video, as displayed: every height leads to the same pictures. */
const height = "coalesce(nullif(v.height, 0), w.cell_height)"
const one = (expression: string): string =>
  `(select ${expression} from video_previews w where w.item_id = v.id)`

/** Where the fields of a video come from that say what there is to show of it; `v` is its row of `items`. */
export const previewExpressions = {
  trickplay: one(`case when w.version is not null then jsonb_build_object('version', w.version,
    'vttUrl', '/api/video-stream/' || v.id || '/hls/' || ${height} || 'p_thumbnails.vtt',
    'sheetUrl', '/api/video-stream/' || v.id || '/hls/' || ${height} || 'p_thumbnails_{n}.jpg?v=' || w.version || '-' || w.cells,
    'interval', w.cell_seconds, 'width', w.cell_width, 'height', w.cell_height, 'columns', ${COLUMNS},
    'cellsPerSheet', ${CELLS_PER_SHEET}, 'cells', w.cells, 'isComplete', w.is_complete) end`),
  clip: one(`case when w.clip_version is not null then jsonb_build_object(
    'url', '/api/videos/' || v.id || '/preview?v=' || w.clip_version, 'width', w.clip_width, 'height', w.clip_height) end`)
}
export const previewProblemExpressions = {
  trickplayFailure: one("w.trickplay_failure"),
  clipFailure: one("w.clip_failure")
}

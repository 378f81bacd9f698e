import { CELLS_PER_SHEET, COLUMNS } from "./previewContract.ts"

/**
 * SQL expression for the displayed height of the video. The URLs of thumbnails must contain a height, but any height
 * returns the same thumbnails.
 */
const height = "coalesce(nullif(v.height, 0), w.cell_height)"
const one = (expression: string): string =>
  `(select ${expression} from video_previews w where w.item_id = v.id)`

/** SQL expressions for the preview fields of a video. `v` is the row of the video in `items`. */
export const previewExpressions = {
  trickplay: one(`case when w.version is not null then jsonb_build_object('version', w.version,
    'vttUrl', '/api/video-stream/' || v.id || '/hls/' || ${height} || 'p_thumbnails.vtt',
    'sheetUrl', '/api/video-stream/' || v.id || '/hls/' || ${height} || 'p_thumbnails_{n}.jpg?v=' || w.version || '-' || w.cells,
    'interval', w.cell_seconds, 'width', w.cell_width, 'height', w.cell_height, 'columns', ${COLUMNS},
    'cellsPerSheet', ${CELLS_PER_SHEET}, 'cells', w.cells, 'isComplete', w.is_complete) end`),
  clip: one(`case when w.clip_version is not null then jsonb_build_object(
    'url', '/api/videos/' || v.id || '/preview?v=' || w.clip_version, 'width', w.clip_width, 'height', w.clip_height) end`)
}
/**
 * Returns an SQL expression for videos without a preview. Its value is the reason why the last preview job failed after
 * all of its attempts. Such a failure is not recorded in `video_previews`, because the job crashed the worker each time
 * or a temporary problem persisted.
 */
const givenUp = (version: string): string =>
  `(select case when j.state = 4 then j.reason end from job_runs j
    where j.queue_name = 'preview' and j.target_id = v.id::text and j.state in (0, 1, 3, 4)
      and not exists (select from video_previews w where w.item_id = v.id and w.${version} is not null)
      and (j.payload @> '{"only": "previews"}' or j.payload @> '{"rebuild": true}')
    order by j.id desc limit 1)`

export const previewProblemExpressions = {
  trickplayFailure: `coalesce(${one("w.trickplay_failure")}, ${givenUp("version")})`,
  clipFailure: `coalesce(${one("w.clip_failure")}, ${givenUp("clip_version")})`
}

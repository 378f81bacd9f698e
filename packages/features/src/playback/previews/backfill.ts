import * as SqlClient from "@effect/sql/SqlClient"
import { exhaustedTargets } from "@media/jobs/Exhausted"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { preview, previewsOf } from "./queue.ts"
import { currentSettings } from "../../platform/settings/queries.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a job for each video that lacks a preview, if the settings require the preview. Also returns a job for each
 * video whose preview was made with other settings. If `isTriedAgain` is true, failed previews are included. If `ids`
 * is undefined, all videos are considered.
 */
export const videosLackingPreviews = (
  triggeredBy: string,
  isTriedAgain: boolean,
  ids?: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* currentSettings
    const unless = (failure: string) => sql.literal(isTriedAgain ? "true" : `${failure} is null`)
    const among = ids === undefined ? sql`true` : sql`v.id = any(${[...ids]}::uuid[])`
    const rows = yield* rowsOf(Row)(sql`
      select v.id, f.path from items v join item_files f on f.item_id = v.id
        left join video_previews w on w.item_id = v.id
      where v.kind = 'video' and v.status = 'ready' and ${among} and (
        (${settings.generate_trickplay}::boolean and ${unless("w.trickplay_failure")} and (
          w.version is null or not w.is_complete or w.quality <> ${settings.trickplay_quality}
          or w.asked_seconds <> ${settings.trickplay_interval_seconds}))
        or (${settings.generate_preview_clips}::boolean and w.clip_version is null and ${unless("w.clip_failure")}))
      order by v.created_at desc, v.id limit 100000`)
    return rows.map(({ id, path }) => previewsOf(id, path, triggeredBy))
  })

/**
 * Returns a job for each video whose job gave up for a reason that may be gone, such as a full disk or a file that
 * could not be opened.
 */
export const videosToPreviewAgain = Effect.flatMap(
  exhaustedTargets({ queue: preview.name, payload: { only: "previews" } }),
  (ids) => videosLackingPreviews("system", false, ids)
)

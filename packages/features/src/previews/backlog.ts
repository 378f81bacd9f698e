import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { previewsOf } from "../playback/queue.ts"
import { currentSettings } from "../settings/queries.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Videos that lack a preview the settings ask for, or have it by other settings; with `isTriedAgain` also where it could not
 * be made.
 */
export const videosLackingPreviews = (triggeredBy: string, isTriedAgain: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* currentSettings
    const unless = (failure: string) => sql.literal(isTriedAgain ? "true" : `${failure} is null`)
    const rows = yield* rowsOf(Row)(sql`
      select v.id, f.path from items v join item_files f on f.item_id = v.id
        left join video_previews w on w.item_id = v.id
      where v.kind = 'video' and v.status = 'ready' and (
        (${settings.generate_trickplay}::boolean and ${unless("w.trickplay_failure")} and (
          w.version is null or not w.is_complete or w.quality <> ${settings.trickplay_quality}
          or w.asked_seconds <> ${settings.trickplay_interval_seconds}))
        or (${settings.generate_preview_clips}::boolean and w.clip_version is null and ${unless("w.clip_failure")}))
      order by v.created_at desc, v.id limit 100000`)
    return rows.map(({ id, path }) => previewsOf(id, path, triggeredBy))
  })

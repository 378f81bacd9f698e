import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { subtitlesOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a job for each video with embedded tracks that were not extracted from the current file. Files next to videos
 * are handled by the scan.
 */
export const videosToExtract = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id join video_facts k on k.item_id = v.id
      left join subtitle_looks l on l.item_id = v.id
    where v.kind = 'video' and v.status = 'ready' and k.probe @> '{"streams": [{"kind": "subtitle"}]}'
      and (l.size_bytes is distinct from f.size_bytes or l.mtime_ms is distinct from f.mtime_ms)
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => subtitlesOf(id, path, "manual"))
})

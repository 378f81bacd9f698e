import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { archiveReadingOf, groupingOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a grouping job for each root of a library with images, and a reading job for each archive that was never read
 * or that failed.
 */
export const galleriesToScan = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const roots = yield* rowsOf(Row)(sql`
    select r.id, r.path from library_roots r join libraries l on l.id = r.library_id
    where r.enabled and 'images' = any(l.contents) order by r.path`)
  const archives = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id and not f.is_folder
    where v.kind = 'gallery' and v.status in ('arriving', 'failed') order by v.created_at, v.id limit 100000`)
  return [
    ...roots.map(({ id, path }) => groupingOf(id, path, "manual")),
    ...archives.map(({ id, path }) => archiveReadingOf(id, path, "manual"))
  ]
})

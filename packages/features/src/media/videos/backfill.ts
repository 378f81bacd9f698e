import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { stat } from "node:fs/promises"
import { bytesOfPath } from "../../catalog/items/source.ts"
import { probeOf } from "./policy.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a probe job for each video that was never probed successfully, such as videos whose job was canceled and
 * videos that could not be read.
 */
export const videosToProbe = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'video' and v.status in ('arriving', 'failed') and v.status <> 'ready' order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => probeOf(id, path, "manual"))
})

const Kept = Schema.Struct({
  ...Row.fields,
  path_bytes: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  root_path: Schema.String,
  failure_ctime_ms: Schema.Number
})

/**
 * Returns probe jobs for videos below a root whose file could not be opened. A video gets a job if the permissions or
 * other attributes of its file have changed since the failure.
 */
export const videosToTryAgain = Effect.fn("videos.videosToTryAgain")(function* (rootId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Kept)(sql`
    select v.id, f.path, f.path_bytes, f.failure_ctime_ms, r.path as root_path
    from item_files f join items v on v.id = f.item_id join library_roots r on r.id = f.root_id
    where f.root_id = ${rootId} and f.failure_ctime_ms is not null and v.kind = 'video' and v.status = 'failed'
    order by v.created_at, v.id limit 10000`)
  const changed = yield* Effect.filter(rows, (row) =>
    Effect.promise(() =>
      stat(Buffer.concat([Buffer.from(`${row.root_path}/`), bytesOfPath(row)])).then(
        ({ ctimeMs }) => Math.floor(ctimeMs) !== row.failure_ctime_ms,
        () => false
      )
    )
  )
  return changed.map(({ id, path }) => probeOf(id, path, "library-scan"))
})

import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { probeOf } from "./policy.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/** Videos without a probe: new ones whose job was cancelled, and those whose file could not be read. */
export const videosToProbe = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select id, path from videos where status in ('arriving', 'failed') order by created_at, id limit 100000`)
  return rows.map(({ id, path }) => probeOf(id, path, "manual"))
})

/** Videos that can be played. */
export const playableVideos = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* rowsOf(Row)(sql`
    select id, path from videos where status = 'ready' order by created_at, id limit 100000`)
})

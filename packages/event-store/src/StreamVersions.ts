import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Version = Schema.Struct({ id: Schema.String, version: Schema.Number })

/** Returns the current version of each stream, keyed by stream id. Streams without events are omitted. */
export const versionsOf = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Version)(sql`
      select stream_id as id, max(version)::int as version from events
      where stream_id = any(${ids as Array<string>}::uuid[]) group by stream_id`)
    return new Map(rows.map(({ id, version }) => [id, version]))
  })

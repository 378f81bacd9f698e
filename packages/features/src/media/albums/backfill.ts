import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { albumsGroupedOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String })

/** Returns a grouping job for each library that contains audio. */
export const librariesToGroup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select l.id, l.name from libraries l where 'audio' = any(l.contents) order by l.name`)
  return rows.map(({ id, name }) => albumsGroupedOf(id, name, "manual"))
})

import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf, select } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { refreshOf } from "./queue.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  isShared: Schema.Boolean,
  isNsfw: Schema.Boolean
})

/** Every rule. */
export const collectionsToRefresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(
    sql`select ${select(Row, "c")} from collections c where rules is not null order by id`
  )
  return rows.map((row) => refreshOf(row, "manual"))
})

/**
 * Rules that were last evaluated before the newest event, and all once a day. Events of collections and of jobs do not count: a
 * refresh itself writes some. A rule such as "added in the last 30 days" changes with the time alone.
 */
export const collectionsOutdated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select ${select(Row, "c")} from collections c left join collection_refreshes r on r.collection_id = c.id
    where c.rules is not null and (r.position is null or r.refreshed_at < now() - interval '1 day'
      or exists (select from events e where e.position > r.position and e.type not like 'collection.%' and e.type not like 'jobs.%'))
    order by c.id`)
  return rows.map((row) => refreshOf(row, "schedule"))
})

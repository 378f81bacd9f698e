import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { refreshOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String })

/** Every rule. */
export const collectionsToRefresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`select id, name from collections where rules is not null order by id`)
  return rows.map(({ id, name }) => refreshOf(id, name, "manual"))
})

/**
 * Rules that were last evaluated before the newest event, except events of collections themselves, and all once a day:
 * a rule such as "added in the last 30 days" changes with the time alone.
 */
export const collectionsOutdated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select c.id, c.name from collections c left join collection_refreshes r on r.collection_id = c.id
    where c.rules is not null and (r.position is null or r.refreshed_at < now() - interval '1 day'
      or exists (select from events e where e.position > r.position and e.type not like 'collection.%'))
    order by c.id`)
  return rows.map(({ id, name }) => refreshOf(id, name, "schedule"))
})

import * as SqlClient from "@effect/sql/SqlClient"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { isSameJson } from "@media/kernel/Json"
import { rowsOf, select } from "@media/pg/Rows"
import { WORDS } from "@media/query/Field"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { refreshOf } from "./queue.ts"
import { eventTypesOf } from "./reads.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  isShared: Schema.Boolean,
  isNsfw: Schema.Boolean
})

const Fields = Schema.Struct({
  fields: Schema.Array(Schema.String),
  eventTypes: Schema.Array(Schema.String)
})

/** Returns one job per dynamic collection. Each job evaluates the rule of its collection. */
export const collectionsToRefresh = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(
    sql`select ${select(Row, "c")} from collections c where rules is not null order by id`
  )
  return rows.map((row) => refreshOf(row, "manual"))
})

/**
 * Returns jobs for rules whose stored members are outdated. There are three possible causes:
 * - The rule was changed.
 * - An event or the passing of time changed the members of the rule.
 * - The members were stored by a server version in which the rule depended on different events.
 *
 * As a precaution, each rule is also evaluated once a day.
 */
export const collectionsOutdated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { projections } = yield* EventRegistry
  const read = yield* rowsOf(Fields)(sql`
    select distinct fields, event_types as "eventTypes" from collection_refreshes where is_stored`)
  const changed = read.filter(
    ({ eventTypes, fields }) =>
      !isSameJson(
        eventTypes,
        eventTypesOf(
          projections,
          fields.filter((name) => name === WORDS || itemFieldTable().find(name) !== undefined)
        )
      )
  )
  const rows = yield* rowsOf(Row)(sql`
    select ${select(Row, "c")} from collections c left join collection_refreshes r on r.collection_id = c.id
    where c.rules is not null and (r.collection_id is null or r.rules <> c.rules or r.is_stale or r.due_at <= now()
      or r.evaluated_at < now() - interval '1 day'
      or (r.is_stored and r.event_types::text = any(array(select x::text from unnest(
        ${changed.map(({ eventTypes }) => `{${eventTypes.join(",")}}`)}::text[]) x))))
    order by c.id`)
  return rows.map((row) => refreshOf(row, "schedule"))
})

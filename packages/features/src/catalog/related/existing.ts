import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ id: Schema.String })
const isUuid = Schema.is(Schema.UUID)

/** The ids of existing entities, and of merged ones, whose picture the target may use. */
export const existingEntities = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* rowsOf(Row)(sql`
      select e.id from related_entities e where e.id = any(${known}::uuid[])
      union select m.id from related_merged m where m.id = any(${known}::uuid[])`)
    return new Set(rows.map(({ id }) => id))
  })

/** The ids of all entities that ever existed, because the undo of a deletion restores an uploaded picture. */
export const knownEntities = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* rowsOf(Row)(sql`
      select x.id from unnest(${known}::uuid[]) x (id) where exists (
        select from events e where e.stream_id = x.id and e.version = 1 and e.type = 'related.created.v1')`)
    return new Set(rows.map(({ id }) => id))
  })

import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ id: Schema.String })
const isUuid = Schema.is(Schema.UUID)

/**
 * Returns the ids of existing entities and of merged entities. The pictures of a merged entity may be used by the
 * entity that it was merged into.
 */
export const existingEntities = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* rowsOf(Row)(sql`
      select e.id from related_entities e where e.id = any(${known}::uuid[])
      union select m.id from related_merged m where m.id = any(${known}::uuid[])`)
    return new Set(rows.map(({ id }) => id))
  })

/**
 * Returns the ids that have ever belonged to an entity. The undo of a deletion restores uploaded pictures, so their
 * folders are kept.
 */
export const knownEntities = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* rowsOf(Row)(sql`
      select x.id from unnest(${known}::uuid[]) x (id) where exists (
        select from events e where e.stream_id = x.id and e.version = 1 and e.type = 'related.created.v1')`)
    return new Set(rows.map(({ id }) => id))
  })

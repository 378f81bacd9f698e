import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ id: Schema.String })
const isUuid = Schema.is(Schema.UUID)

/**
 * Returns the given ids that belong to existing or merged entities. Merged entities are included, because the entity
 * that they were merged into may use their pictures.
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
 * Returns the given ids that belong to an entity or once belonged to a deleted entity. Cleanup tasks keep the folders
 * of deleted entities, because an undo restores their uploaded pictures.
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

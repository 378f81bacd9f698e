import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "./ids.ts"

const Row = Schema.Struct({ id: Schema.String })
const isUuid = Schema.is(Schema.UUID)

/**
 * Returns the ids of items that exist: in a library, in the trash, or in a removed library whose items have not been
 * deleted yet. The caller uses folder names as ids and deletes the folders of all other ids. Folder names that are not
 * ids are returned too, so that the caller keeps these folders.
 */
export const existingItems = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* rowsOf(Row)(sql`
      select i.id from items i where i.id = any(${known}::uuid[]) and (exists (
        select from libraries l where l.id = i.library_id) or i.library_id = ${TRASH_LIBRARY})`)
    return new Set([...rows.map(({ id }) => id), ...ids.filter((id) => !isUuid(id))])
  })

/**
 * Returns the ids of items that exist, and all ids that do not occur in the event log. An unknown id does not mean that
 * an item was removed: the database may be new or restored from an older backup, and deleted uploads cannot be
 * regenerated. The ids of removed entities and collections are also returned, because an undo restores them with their
 * pictures.
 */
export const existingOrUnknown = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const present = yield* existingItems(ids)
    const absent = ids.filter((id) => !present.has(id))
    const heardOf = yield* rowsOf(Row)(sql`
      select x.id from unnest(${absent}::uuid[]) x (id)
      where exists (select from events e where e.stream_id = x.id
        and e.type not like 'related.%' and e.type not like 'collection.%')`)
    const removed = new Set(heardOf.map(({ id }) => id))
    return new Set(ids.filter((id) => !removed.has(id)))
  })

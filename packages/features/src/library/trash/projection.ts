import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { ItemPurged, type RemovalEvent, ItemTrashed, ItemTrashFiled } from "../../catalog/items/removal.ts"

type Projected = RemovalEvent | typeof LibraryItemsForgotten.Type

const asJson = { [SqlType]: "jsonb" }
const TrashedRow = Schema.Struct({
  ...recordedFields,
  by: Schema.NullOr(Uuid),
  ...ItemTrashed.fields,
  files: ItemTrashed.fields.files.annotations(asJson)
})
const FiledRow = Schema.Struct({ id: Uuid, files: ItemTrashFiled.fields.files.annotations(asJson) })
const PurgedRow = Schema.Struct({ id: Uuid, ...ItemPurged.pick("withFile").fields })

const idsOf = (events: ReadonlyArray<Recorded>) => events.map(({ streamId }) => streamId)

const setState = (events: ReadonlyArray<Recorded>, state: "restoring") =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update trashed_items set state = ${state} where item_id = any(${idsOf(events)}::uuid[])`
  )
const forget = (events: ReadonlyArray<Recorded>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from trashed_items where item_id = any(${idsOf(events)}::uuid[])`
  )

/**
 * Stores one row for each item in the trash, including items whose files are still being moved to the trash, restored
 * or deleted.
 */
export const trashProjection = projection<Projected>({
  name: "trash",
  tables: ["trashed_items"],
  handlers: {
    "item.trashed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into trashed_items (item_id, library_id, root_id, path, path_bytes, removed_at, removed_by, with_file,
                                     state, files)
          select x.id, x.library_id, x.root_id, x.path, decode(x.path_bytes, 'base64'), x.at, x.by, x.with_file,
                 case when x.with_file then 'moving' else 'kept' end, x.files
          from ${recordset(TrashedRow, events.map(recordedRow)).from}
          on conflict (item_id) do nothing`
      ),
    "item.trash-filed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update trashed_items t set state = 'there', files = x.files
          from ${recordset(FiledRow, events.map(recordedRow)).from} where t.item_id = x.id`
      ),
    "item.restore-started.v1": (events) => setState(events, "restoring"),
    "item.restored.v1": forget,
    "item.purged.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(PurgedRow, events.map(recordedRow))
        yield* sql`
          update trashed_items t set state = 'emptying' from ${rows.from} where t.item_id = x.id and x.with_file`
        yield* sql`delete from trashed_items t using ${rows.from} where t.item_id = x.id and not x.with_file`
      }),
    "item.trash-emptied.v1": forget,
    // A purge deletes the other rows of an item immediately, but its files later. The entry is kept until the files are
    // deleted.
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from trashed_items
          where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[]) and state <> 'emptying'`
      )
  }
})

import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { RemovalEvent } from "../../catalog/items/removal.ts"

type Projected = RemovalEvent | typeof LibraryItemsForgotten.Type

const rows = (events: ReadonlyArray<Recorded<Projected>>) =>
  JSON.stringify(
    events.map(({ at, event, meta, streamId }) => ({
      ...event,
      id: streamId,
      at,
      // Open text: only an account's id is a person.
      by: meta.actor !== undefined && isUuid(meta.actor) ? meta.actor : null
    }))
  )
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

/** Items in the trash, and those on their way in, back, or out. */
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
          select x.id, x."libraryId", x."rootId", x.path, decode(x."pathBytes", 'base64'), x.at, x.by, x."withFile",
                 case when x."withFile" then 'moving' else 'kept' end, x.files
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x(id uuid, "libraryId" uuid, "rootId" uuid, path text, "pathBytes" text, at timestamptz, by uuid,
                 "withFile" boolean, files jsonb)
          on conflict (item_id) do nothing`
      ),
    "item.trash-filed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update trashed_items t set state = 'there', files = x.files
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, files jsonb) where t.item_id = x.id`
      ),
    "item.restore-started.v1": (events) => setState(events, "restoring"),
    "item.restored.v1": forget,
    "item.purged.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update trashed_items t set state = 'emptying'
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, "withFile" boolean)
          where t.item_id = x.id and x."withFile"`
        yield* sql`
          delete from trashed_items t using jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, "withFile" boolean)
          where t.item_id = x.id and not x."withFile"`
      }),
    "item.trash-emptied.v1": forget,
    // A purged item's record is deleted at the same moment; its files are deleted later.
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from trashed_items
          where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[]) and state <> 'emptying'`
      )
  }
})

import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { ItemRestored } from "../../catalog/items/removal.ts"
import { DuplicateDismissed, type DuplicateEvent, DuplicateResolved } from "./events.ts"

type Projected = DuplicateEvent | typeof LibraryItemsForgotten.Type | typeof ItemRestored.Type

const DismissedRow = Schema.Struct({ id: Uuid, ...DuplicateDismissed.pick("itemIds").fields })
const RemovalRow = Schema.Struct({
  ...recordedFields,
  by: Schema.NullOr(Uuid),
  batchId: Uuid,
  ...DuplicateResolved.pick("keepId", "removedIds").fields
})

const removalsOf = (events: ReadonlyArray<Recorded<typeof DuplicateResolved.Type>>) =>
  recordset(
    RemovalRow,
    events.map((each) => ({ ...recordedRow(each), batchId: each.meta.batchId ?? each.streamId }))
  )
const forgetRemovals = (itemIds: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from duplicate_removals where item_id = any(${itemIds as Array<string>}::uuid[])`
  )

/** Dismissed pairs of items, and removed duplicates until they are restored or permanently deleted. */
export const duplicatesProjection = projection<Projected>({
  name: "duplicates",
  tables: ["duplicate_dismissals", "duplicate_removals"],
  handlers: {
    "duplicate.dismissed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select x.id, item.id as item_id
            from ${recordset(DismissedRow, events.map(recordedRow)).from}
              cross join lateral (select distinct e as id from unnest(x.item_ids) e) one
              join items item on item.id = one.id for key share of item
          )
          insert into duplicate_dismissals (dismissal_id, low_id, high_id)
          select a.id, a.item_id, b.item_id from x a join x b on b.id = a.id and a.item_id < b.item_id`
      ),
    "duplicate.dismissal-revoked.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from duplicate_dismissals
          where dismissal_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "duplicate.resolved.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into duplicate_removals (resolution_id, item_id, batch_id, keep_id, at, resolved_by)
          select x.id, item.id, x.batch_id, x.keep_id, x.at, x.by
          from ${removalsOf(events).from}
            cross join lateral (select distinct e as id from unnest(x.removed_ids) e) one
            join items item on item.id = one.id for key share of item`
      ),
    "duplicate.resolution-undone.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from duplicate_removals
          where resolution_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "item.restored.v1": (events) => forgetRemovals(events.map(({ streamId }) => streamId)),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        yield* sql`delete from duplicate_dismissals where low_id = any(${ids}::uuid[]) or high_id = any(${ids}::uuid[])`
        yield* forgetRemovals(ids)
      })
  }
})

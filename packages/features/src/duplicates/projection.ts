import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../libraries/events.ts"
import type { DuplicateEvent } from "./events.ts"

type Projected = DuplicateEvent | typeof LibraryItemsForgotten.Type

/** Pairs of items that a person told apart. */
export const duplicatesProjection = projection<Projected>({
  name: "duplicates",
  tables: ["duplicate_dismissals"],
  handlers: {
    "duplicate.dismissed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select x.id, item.id as item_id
            from jsonb_to_recordset(${JSON.stringify(
              events.map(({ event, streamId }) => ({ id: streamId, itemIds: event.itemIds }))
            )}::jsonb) as x(id uuid, "itemIds" jsonb)
              cross join lateral (select distinct e::uuid as id from jsonb_array_elements_text(x."itemIds") e) one
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
    "duplicate.resolved.v1": () => Effect.void,
    "duplicate.resolution-undone.v1": () => Effect.void,
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const ids = events.flatMap(({ event }) => event.itemIds)
        return sql`delete from duplicate_dismissals where low_id = any(${ids}::uuid[]) or high_id = any(${ids}::uuid[])`
      })
  }
})

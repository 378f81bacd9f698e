import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import * as Effect from "effect/Effect"
import type { ItemAttached, ItemDetached } from "./attachmentEvents.ts"

/** Keeps the last event of each item. */
const lastRows = (events: ReadonlyArray<Recorded>) =>
  JSON.stringify([
    ...new Map(events.map(({ event, streamId }) => [streamId, { ...event, id: streamId }])).values()
  ])

/** Versions, parts and extras in the table of items: their role keeps them out of lists and counts. */
export const attachmentHandlers = {
  "item.attached.v1": (events: ReadonlyArray<Recorded<typeof ItemAttached.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        with x as materialized (
          select x.* from jsonb_to_recordset(${lastRows(events)}::jsonb)
            as x(id uuid, "to" uuid, "as" text, label text, number int, "extraType" text, "isByHand" boolean)
          join items v on v.id = x.id for key share of v
        ), attached as (
          insert into item_attachments (item_id, to_id, attached_as, label, number, extra_type, is_by_hand)
          select id, "to", "as", label, number, "extraType", coalesce("isByHand", false) from x
          on conflict (item_id) do update set to_id = excluded.to_id, attached_as = excluded.attached_as,
            label = excluded.label, number = excluded.number, extra_type = excluded.extra_type,
            is_by_hand = excluded.is_by_hand
        )
        update items v set role = x."as"::item_role from x where v.id = x.id and v.kind = 'video'`
    ),
  "item.detached.v1": (events: ReadonlyArray<Recorded<typeof ItemDetached.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        with x as materialized (
          select * from jsonb_to_recordset(${lastRows(events)}::jsonb) as x(id uuid, role item_role, "isByHand" boolean)
        ), detached as (
          delete from item_attachments a using x where a.item_id = x.id and x."isByHand" is not true
        ), kept as (
          insert into item_attachments (item_id, to_id, attached_as, is_by_hand)
          select x.id, x.id, 'none', true from x join items v on v.id = x.id where x."isByHand"
          on conflict (item_id) do update set to_id = excluded.to_id, attached_as = excluded.attached_as, label = null,
            number = null, extra_type = null, is_by_hand = true
        )
        update items v set role = x.role from x where v.id = x.id and v.kind = 'video'`
    )
}

/** Removes attachments of deleted items, and attachments to them. */
export const forgetAttachments = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      with gone as (
        delete from item_attachments a
        where a.item_id = any(${ids as Array<string>}::uuid[]) or a.to_id = any(${ids as Array<string>}::uuid[])
        returning a.item_id, a.to_id
      )
      update items v set role = 'video' from gone g
      where v.id = g.item_id and v.kind = 'video' and not v.id = any(${ids as Array<string>}::uuid[])`
  )

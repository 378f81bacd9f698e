import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemAttached, ItemDetached } from "./attachmentEvents.ts"

const AttachedRow = Schema.Struct({
  id: Uuid,
  ...ItemAttached.fields,
  isByHand: Schema.Boolean
})
const DetachedRow = Schema.Struct({
  id: Uuid,
  ...ItemDetached.fields,
  role: ItemDetached.fields.role.annotations({ [SqlType]: "item_role" })
})
const attachedColumns = { id: "item_id", to: "to_id", as: "attached_as" }

const isByHand = ({ event }: Recorded<typeof ItemAttached.Type>) => event.isByHand === true

/**
 * Projection handlers for versions, parts and extras. The handlers also set the role in `items`, which excludes these
 * videos from lists and counts.
 */
export const attachmentHandlers = {
  "item.attached.v1": (events: ReadonlyArray<Recorded<typeof ItemAttached.Type>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const last = lastOfStreams(events).map((each) => ({ ...recordedRow(each), isByHand: isByHand(each) }))
      const rows = recordset(AttachedRow, last, { columns: attachedColumns })
      return sql`
        with x as materialized (
          select x.* from ${rows.from} join items v on v.id = x.item_id for key share of v
        ), attached as (
          insert into item_attachments (${rows.columns}) select ${rows.values} from x
          on conflict (item_id) do update set ${rows.excluded}
        )
        update items v set role = x.attached_as::item_role from x where v.id = x.item_id and v.kind = 'video'`
    }),
  "item.detached.v1": (events: ReadonlyArray<Recorded<typeof ItemDetached.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        with x as materialized (
          select * from ${recordset(DetachedRow, lastOfStreams(events).map(recordedRow)).from}
        ), detached as (
          delete from item_attachments a using x
          where a.item_id = x.id and x.is_by_hand is not true and x.is_primary is not true
        ), kept as (
          insert into item_attachments (item_id, to_id, attached_as, is_by_hand)
          select x.id, x.id, case when x.is_by_hand then 'none' else 'primary' end, coalesce(x.is_by_hand, false)
          from x join items v on v.id = x.id where x.is_by_hand or x.is_primary
          on conflict (item_id) do update set to_id = excluded.to_id, attached_as = excluded.attached_as, label = null,
            number = null, extra_type = null, is_by_hand = excluded.is_by_hand
        )
        update items v set role = x.role from x where v.id = x.id and v.kind = 'video'`
    )
}

/** Deletes the attachments of deleted items. Videos that were attached to deleted items become separate videos. */
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

import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedRow } from "@media/event-store/Projection"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { type ViewEvent, ViewSaved } from "./events.ts"

const ViewRow = Schema.Struct({
  ...ViewSaved.fields,
  columns: ViewSaved.fields.columns.annotations({ [SqlType]: "jsonb" }),
  createdAt: Schema.DateFromSelf,
  at: Schema.DateFromSelf
})

/** The saved views of existing accounts. */
export const viewsProjection = projection<ViewEvent | typeof AccountDeleted.Type>({
  name: "views",
  tables: ["saved_views"],
  handlers: {
    "view.saved.v1": (events) => {
      // A statement cannot write the same row twice, so write only the last event of each view.
      const last = new Map(events.map((each) => [each.event.viewId, recordedRow(each)]))
      const first = new Map(events.toReversed().map(({ at, event }) => [event.viewId, at]))
      const rows = recordset(
        ViewRow,
        [...last.values()].map((row) => ({ ...row, createdAt: first.get(row.viewId)! }))
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into saved_views (id, account_id, created_at, updated_at, is_pinned, is_shared, name, page, text,
            columns, layout, sort)
          select x.view_id, x.account_id, x.created_at, x.at, x.is_pinned, x.is_shared, x.name, x.page, x.text,
            nullif(x.columns, 'null'), x.layout, x.sort
          from ${rows.from} join accounts a on a.id = x.account_id for key share of a
          on conflict (id) do update set updated_at = excluded.updated_at, is_pinned = excluded.is_pinned,
            is_shared = excluded.is_shared, name = excluded.name, page = excluded.page, text = excluded.text,
            columns = excluded.columns, layout = excluded.layout, sort = excluded.sort`
      )
    },
    "view.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from saved_views where id = any(${events.map(({ event }) => event.viewId)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from saved_views where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})

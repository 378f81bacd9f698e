import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { MarkerAdded, MarkerChanged, type MarkerEvent } from "./events.ts"

type Projected = MarkerEvent | typeof LibraryItemsForgotten.Type

const AddedRow = Schema.Struct({ ...recordedFields, ...MarkerAdded.fields })
const place = { start: "start_seconds", end: "end_seconds" }
const key = ["markerId"] as const

/** The markers of existing videos and tracks. */
export const markersProjection = projection<Projected>({
  name: "markers",
  tables: ["video_markers"],
  handlers: {
    "marker.added.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const columns = { ...place, markerId: "id", id: "item_id", at: "created_at" }
        const rows = recordset(AddedRow, events.map(recordedRow), { columns })
        return sql`
          insert into video_markers (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v`
      }),
    "marker.changed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(MarkerChanged, events.map(recordedRow), { key, columns: place })
        return sql`
          update video_markers m set ${rows.assignments} from ${rows.from} where m.id = x.marker_id`
      }),
    "marker.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from video_markers where id = any(${events.map(({ event }) => event.markerId)}::uuid[])`
      ),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from video_markers where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})

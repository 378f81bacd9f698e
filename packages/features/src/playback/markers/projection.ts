import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { MarkerEvent } from "./events.ts"

type Projected = MarkerEvent | typeof LibraryItemsForgotten.Type

const rows = (events: ReadonlyArray<Recorded<MarkerEvent>>) =>
  JSON.stringify(events.map(({ at, event, streamId }) => ({ itemId: streamId, at, ...event })))

/** The markers of existing videos and tracks. */
export const markersProjection = projection<Projected>({
  name: "markers",
  tables: ["video_markers"],
  handlers: {
    "marker.added.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_markers (id, item_id, title, start_seconds, end_seconds, created_at)
          select x."markerId", x."itemId", x.title, x.start, x.end, x.at
          from jsonb_to_recordset(${rows(events)}::jsonb)
              as x("markerId" uuid, "itemId" uuid, title text, start float8, "end" float8, at timestamptz)
            join items v on v.id = x."itemId" for key share of v`
      ),
    "marker.changed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update video_markers m set title = x.title, start_seconds = x.start, end_seconds = x.end
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x("markerId" uuid, title text, start float8, "end" float8)
          where m.id = x."markerId"`
      ),
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

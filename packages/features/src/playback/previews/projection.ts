import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { PreviewEvent } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = PreviewEvent | NewContent | typeof LibraryItemsForgotten.Type

const rows = <E extends PreviewEvent>(events: ReadonlyArray<Recorded<E>>) =>
  JSON.stringify(events.map(({ event, streamId }) => ({ ...event, id: streamId })))

const without = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from video_previews where item_id = any(${ids as Array<string>}::uuid[])`
  )

/** Previews of replaced content are stale. */
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  without(events.map(({ streamId }) => streamId))

/** The previews of videos. */
export const previewsProjection = projection<Projected>({
  name: "previews",
  tables: ["video_previews"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "preview.trickplay-made.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_previews (item_id, version, asked_seconds, quality, cell_width, cell_height, cell_seconds,
            cells, is_complete)
          select x.id, x.version, x."askedSeconds", x.quality, x."cellWidth", x."cellHeight", x."cellSeconds", x.cells,
            x."isComplete"
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x(id uuid, version text, "askedSeconds" int, quality int, "cellWidth" int, "cellHeight" int,
                 "cellSeconds" float8, cells int, "isComplete" boolean)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            version = excluded.version, asked_seconds = excluded.asked_seconds, quality = excluded.quality,
            cell_width = excluded.cell_width, cell_height = excluded.cell_height, cell_seconds = excluded.cell_seconds,
            cells = excluded.cells, is_complete = excluded.is_complete, trickplay_failure = null`
      ),
    "preview.clip-made.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_previews (item_id, clip_version, clip_width, clip_height)
          select x.id, x.version, x.width, x.height
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, version text, width int, height int)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            clip_version = excluded.clip_version, clip_width = excluded.clip_width, clip_height = excluded.clip_height,
            clip_failure = null`
      ),
    "preview.failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_previews as p (item_id, trickplay_failure, clip_failure)
          select x.id, case x.product when 'trickplay' then x.reason end, case x.product when 'clip' then x.reason end
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, product text, reason text)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            trickplay_failure = coalesce(excluded.trickplay_failure, p.trickplay_failure),
            version = case when excluded.trickplay_failure is null then p.version end,
            clip_failure = coalesce(excluded.clip_failure, p.clip_failure),
            clip_version = case when excluded.clip_failure is null then p.clip_version end`
      ),
    "library.items-forgotten.v1": (events) => without(events.flatMap(({ event }) => event.itemIds))
  }
})

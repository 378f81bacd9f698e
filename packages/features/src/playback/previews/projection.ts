import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { ClipMade, type PreviewEvent, PreviewFailed, TrickplayMade } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = PreviewEvent | NewContent | typeof LibraryItemsForgotten.Type

const TrickplayRow = Schema.Struct({ id: Uuid, ...TrickplayMade.omit("_tag", "size", "mtimeMs").fields })
const ClipRow = Schema.Struct({ id: Uuid, ...ClipMade.pick("version", "width", "height").fields })
const FailedRow = Schema.Struct({ id: Uuid, ...PreviewFailed.pick("product", "reason").fields })
const clipColumns = { id: "item_id", version: "clip_version", width: "clip_width", height: "clip_height" }

const without = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from video_previews where item_id = any(${ids as Array<string>}::uuid[])`
  )

/** Deletes the previews of videos whose file has changed. */
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
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(TrickplayRow, events.map(recordedRow), { columns: { id: "item_id" } })
        return sql`
          insert into video_previews (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}, trickplay_failure = null`
      }),
    "preview.clip-made.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(ClipRow, events.map(recordedRow), { columns: clipColumns })
        return sql`
          insert into video_previews (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}, clip_failure = null`
      }),
    "preview.failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_previews as p (item_id, trickplay_failure, clip_failure)
          select x.id, case x.product when 'trickplay' then x.reason end, case x.product when 'clip' then x.reason end
          from ${recordset(FailedRow, events.map(recordedRow)).from} join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            trickplay_failure = coalesce(excluded.trickplay_failure, p.trickplay_failure),
            version = case when excluded.trickplay_failure is null then p.version end,
            clip_failure = coalesce(excluded.clip_failure, p.clip_failure),
            clip_version = case when excluded.clip_failure is null then p.clip_version end`
      ),
    "library.items-forgotten.v1": (events) => without(events.flatMap(({ event }) => event.itemIds))
  }
})

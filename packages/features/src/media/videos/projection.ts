import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { type VideoEvent, VideoPlaybackFailed, VideoProbed } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = VideoEvent | NewContent | typeof LibraryItemsForgotten.Type

/** Row of the columns that only videos have. Columns of all items are in the `items` table (see `summaries.ts`). */
const FactsRow = Schema.Struct({
  id: Uuid,
  ...VideoProbed.omit("_tag", "size", "mtimeMs", "duration", "width", "height", "oshash").fields
})
const FailedRow = Schema.Struct({ id: Uuid, ...VideoPlaybackFailed.pick("reason").fields })

const idsOf = (events: ReadonlyArray<Recorded>) => events.map(({ streamId }) => streamId)

const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update video_facts set probe = null, playback_failure = null where item_id = any(${idsOf(events)}::uuid[])`
  )

/** Stores the columns that only videos have. The facts of deleted items are not written. */
export const videosProjection = projection<Projected>({
  name: "videos",
  tables: ["video_facts"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "video.probed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(FactsRow, events.map(recordedRow), {
          columns: { id: "item_id", facts: "probe" }
        })
        return sql`
          insert into video_facts (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}, playback_failure = null`
      }),
    "video.playback-failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update video_facts f set playback_failure = x.reason
          from ${recordset(FailedRow, events.map(recordedRow)).from} where f.item_id = x.id`
      ),
    "video.playback-restored.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`update video_facts set playback_failure = null where item_id = any(${idsOf(events)}::uuid[])`
      ),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from video_facts where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})

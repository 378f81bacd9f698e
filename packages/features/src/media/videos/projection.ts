import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { VideoEvent } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = VideoEvent | NewContent | typeof LibraryItemsForgotten.Type

const rows = <E extends Projected>(events: ReadonlyArray<Recorded<E>>) =>
  JSON.stringify(events.map(({ event, streamId }) => ({ id: streamId, ...event })))

const idsOf = (events: ReadonlyArray<Recorded>) => events.map(({ streamId }) => streamId)

const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update video_facts set probe = null, playback_failure = null where item_id = any(${idsOf(events)}::uuid[])`
  )

/** The additional columns of a video. Facts of a deleted item are not written. */
export const videosProjection = projection<Projected>({
  name: "videos",
  tables: ["video_facts"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "video.probed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into video_facts as f (item_id, frame_rate, bit_rate, container, video_codec, audio_codec, probe)
          select x.id, x."frameRate", x."bitRate", x.container, x."videoCodec", x."audioCodec", x.facts
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x(id uuid, "frameRate" float8, "bitRate" bigint, container text, "videoCodec" text, "audioCodec" text,
                 facts jsonb)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            frame_rate = excluded.frame_rate, bit_rate = excluded.bit_rate, container = excluded.container,
            video_codec = excluded.video_codec, audio_codec = excluded.audio_codec, probe = excluded.probe,
            playback_failure = null`
      ),
    "video.playback-failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update video_facts f set playback_failure = x.reason
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, reason text) where f.item_id = x.id`
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

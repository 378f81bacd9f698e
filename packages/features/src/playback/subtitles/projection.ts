import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import {
  FoundTrack,
  type SubtitleEvent,
  SubtitleLabeled,
  type SubtitleRemoved,
  SubtitlesExtracted,
  type SubtitleUploaded
} from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = SubtitleEvent | NewContent | typeof LibraryItemsForgotten.Type

const TrackRow = Schema.Struct({
  ...FoundTrack.fields,
  id: Uuid,
  itemId: Uuid,
  source: Schema.Literal("embedded", "sidecar", "upload"),
  pathHash: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  at: Schema.DateFromSelf
})
const LookRow = Schema.Struct({ id: Uuid, ...SubtitlesExtracted.pick("size", "mtimeMs").fields })
const LabelRow = Schema.Struct({ ...SubtitleLabeled.fields, id: Uuid })

/** Stores tracks, except tracks of deleted items. */
const insertTracks = (tracks: ReadonlyArray<typeof TrackRow.Type>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const rows = recordset(TrackRow, tracks, { columns: { size: "size_bytes", at: "created_at" } })
    return sql`
      insert into subtitle_tracks (${rows.columns}) select ${rows.values}
      from ${rows.from} join items v on v.id = x.item_id for key share of v
      on conflict (id) do nothing`
  })

/** The values of the file columns for an uploaded track, which has no file in the library. */
const withoutFile = { stream: null, path: null, pathHash: null, size: null, mtimeMs: null, failure: null }

const extracted = (events: ReadonlyArray<Recorded<typeof SubtitlesExtracted.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // If a batch contains several events of one item, the last event counts.
    const last = lastOfStreams(events)
    const looks = recordset(LookRow, last.map(recordedRow), {
      columns: { id: "item_id", size: "size_bytes" }
    })
    const ids = last.map(({ streamId }) => streamId)
    yield* sql`delete from subtitle_tracks where item_id = any(${ids}::uuid[]) and source <> 'upload'`
    yield* sql`
      insert into subtitle_looks (${looks.columns}) select ${looks.values}
      from ${looks.from} join items v on v.id = x.item_id for key share of v
      on conflict (item_id) do update set ${looks.excluded}`
    yield* insertTracks(
      last.flatMap(({ at, event, streamId }) =>
        event.tracks.map((track) => ({
          ...track,
          pathHash: track.pathHash === null ? null : Buffer.from(track.pathHash, "hex"),
          itemId: streamId,
          at
        }))
      )
    )
  })

const uploaded = (events: ReadonlyArray<Recorded<typeof SubtitleUploaded.Type>>) =>
  insertTracks(
    events.map(({ at, event, streamId }) => ({
      ...withoutFile,
      ...event.track,
      source: "upload",
      itemId: streamId,
      at
    }))
  )

const labeled = (events: ReadonlyArray<Recorded<typeof SubtitleLabeled.Type>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const last = new Map(events.map(({ event }) => [event.id, event]))
    const rows = recordset(LabelRow, [...last.values()])
    return sql`
      update subtitle_tracks t set ${rows.assignments} from ${rows.from}
      where t.id = x.id and t.source = 'upload'`
  })

const removed = (events: ReadonlyArray<Recorded<typeof SubtitleRemoved.Type>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from subtitle_tracks where id = any(${events.map(({ event }) => event.id)}::uuid[])`
  )

/** Deletes the tracks of the replaced file. The examination of the new file finds the new tracks. */
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from subtitle_tracks
      where item_id = any(${events.map(({ streamId }) => streamId)}::uuid[]) and source = 'embedded'`
  )

/** The subtitle tracks of videos. Their cues are not part of the projection: see `cues.ts`. */
export const subtitlesProjection = projection<Projected>({
  name: "subtitles",
  tables: ["subtitle_tracks", "subtitle_looks"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "subtitle.extracted.v1": extracted,
    "subtitle.uploaded.v1": uploaded,
    "subtitle.labeled.v1": labeled,
    "subtitle.removed.v1": removed,
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const ids = events.flatMap(({ event }) => event.itemIds)
        return Effect.zipRight(
          sql`delete from subtitle_tracks where item_id = any(${ids}::uuid[])`,
          sql`delete from subtitle_looks where item_id = any(${ids}::uuid[])`
        )
      })
  }
})

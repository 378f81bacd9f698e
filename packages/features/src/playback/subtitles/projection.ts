import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type {
  SubtitleEvent,
  SubtitleLabeled,
  SubtitleRemoved,
  SubtitlesExtracted,
  SubtitleUploaded
} from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = SubtitleEvent | NewContent | typeof LibraryItemsForgotten.Type

const rowFields = `id uuid, "itemId" uuid, source text, format text, language text, title text, "isDefault" boolean,
  "isForced" boolean, "isHearingImpaired" boolean, stream int, path text, "pathHash" text, size bigint,
  "mtimeMs" bigint, cues int, failure text, at timestamptz`
const columns = `id, item_id, source, format, language, title, is_default, is_forced, is_hearing_impaired, stream, path,
  path_hash, size_bytes, mtime_ms, cues, failure, created_at`
const values = `x.id, x."itemId", x.source, x.format, x.language, x.title, x."isDefault", x."isForced",
  x."isHearingImpaired", x.stream, x.path, decode(x."pathHash", 'hex'), x.size, x."mtimeMs", x.cues, x.failure, x.at`

/** An item that is gone keeps no tracks. */
const insertTracks = (rows: ReadonlyArray<object>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into subtitle_tracks (${sql.literal(columns)})
      select ${sql.literal(values)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${sql.literal(rowFields)})
        join items v on v.id = x."itemId" for key share of v
      on conflict (id) do nothing`
  )

const extracted = (events: ReadonlyArray<Recorded<typeof SubtitlesExtracted.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // For several events of one item, the last one counts.
    const last = [...new Map(events.map((each) => [each.streamId, each])).values()]
    const ids = last.map(({ streamId }) => streamId)
    yield* sql`delete from subtitle_tracks where item_id = any(${ids}::uuid[]) and source <> 'upload'`
    yield* sql`
      insert into subtitle_looks (item_id, size_bytes, mtime_ms)
      select x.id, x.size, x."mtimeMs"
      from jsonb_to_recordset(${JSON.stringify(last.map(({ event, streamId }) => ({ id: streamId, size: event.size, mtimeMs: event.mtimeMs })))}::jsonb)
        as x(id uuid, size bigint, "mtimeMs" bigint) join items v on v.id = x.id for key share of v
      on conflict (item_id) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms`
    yield* insertTracks(
      last.flatMap(({ at, event, streamId }) =>
        event.tracks.map((track) => ({ ...track, itemId: streamId, at }))
      )
    )
  })

const uploaded = (events: ReadonlyArray<Recorded<typeof SubtitleUploaded.Type>>) =>
  insertTracks(
    events.map(({ at, event, streamId }) => ({ ...event.track, source: "upload", itemId: streamId, at }))
  )

const labeled = (events: ReadonlyArray<Recorded<typeof SubtitleLabeled.Type>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const last = [...new Map(events.map(({ event }) => [event.id, event])).values()]
    return sql`
      update subtitle_tracks t set language = x.language, title = x.title, is_default = x."isDefault",
        is_forced = x."isForced", is_hearing_impaired = x."isHearingImpaired"
      from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) as x(id uuid, language text, title text,
        "isDefault" boolean, "isForced" boolean, "isHearingImpaired" boolean)
      where t.id = x.id and t.source = 'upload'`
  })

const removed = (events: ReadonlyArray<Recorded<typeof SubtitleRemoved.Type>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from subtitle_tracks where id = any(${events.map(({ event }) => event.id)}::uuid[])`
  )

/** Tracks of the replaced file: the examination of the new file brings its own. */
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from subtitle_tracks
      where item_id = any(${events.map(({ streamId }) => streamId)}::uuid[]) and source = 'embedded'`
  )

/** The subtitles of videos. Their cues are not a projection: see `cues.ts`. */
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

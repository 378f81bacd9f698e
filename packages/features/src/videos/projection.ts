import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryRemoved, LibraryRootRemoved } from "../libraries/events.ts"
import type { EditableField } from "./decider.ts"
import type {
  VideoEvent,
  VideoFileChanged,
  VideoFileMoved,
  VideoFileRestamped,
  VideoRegistered
} from "./events.ts"
import { sortTitleOf } from "./title.ts"

type Projected = VideoEvent | typeof LibraryRemoved.Type | typeof LibraryRootRemoved.Type

/** Rows for `jsonb_to_recordset`, each with what every video event carries. */
const json = <E extends Projected>(events: ReadonlyArray<Recorded<E>>, fields: (event: E) => object) =>
  JSON.stringify(
    events.map(({ at, event, streamId, version }) => ({
      id: streamId,
      at: at.toISOString(),
      version,
      ...fields(event)
    }))
  )

const statusAfter =
  "case when v.probe is not null then 'ready' when v.failure is not null then 'failed' else 'arriving' end"

const columns: Record<EditableField, string> = {
  title: "title",
  details: "details",
  date: "date",
  isOrganized: "is_organized",
  isNsfw: "is_nsfw"
}

const newContent = (
  events: ReadonlyArray<Recorded<typeof VideoFileChanged.Type | typeof VideoFileRestamped.Type>>
) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update videos v set size_bytes = x.size, mtime_ms = x."mtimeMs", status = 'arriving', failure = null,
             is_failure_passing = false, failure_ctime_ms = null, playback_failure = null, probe = null, oshash = null, version = x.version,
             updated_at = x.at
      from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
        as x(id uuid, at timestamptz, version int, size bigint, "mtimeMs" bigint)
      where v.id = x.id`
  )

/**
 * Whoever lived at these places gives way: a file has one living row. Only logs from before that was so, and their
 * rebuilds, have such rows; the migration that made it so marked them missing without an event.
 */
const giveWay = (events: ReadonlyArray<Recorded<typeof VideoRegistered.Type | typeof VideoFileMoved.Type>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update videos v set status = 'missing'
      from jsonb_to_recordset(${json(events, ({ pathBytes, rootId }) => ({ pathBytes, rootId }))}::jsonb)
        as x(id uuid, "rootId" uuid, "pathBytes" text)
      where v.root_id = x."rootId" and v.id <> x.id and v.status <> 'missing'
        and substr(sha256(v.path_bytes), 1, 16) = substr(sha256(decode(x."pathBytes", 'base64')), 1, 16)`
  )

export const videosProjection = projection<Projected>({
  name: "videos",
  tables: ["videos"],
  handlers: {
    "video.registered.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* giveWay(events)
        yield* sql`
          insert into videos (id, library_id, root_id, kind, path, path_bytes, size_bytes, mtime_ms, title,
                              sort_title, is_organized, is_nsfw, status, shuffle_key, version, created_at, updated_at)
          select x.id, x."libraryId", x."rootId", 'video', x.path, decode(x."pathBytes", 'base64'), x.size, x."mtimeMs",
                 x.title, x."sortTitle", false, false,
                 case when row_number() over (partition by x."rootId", x."pathBytes" order by x.id desc) = 1
                      then 'arriving' else 'missing' end, hashtextextended(x.id::text, 0), x.version, x.at, x.at
          from jsonb_to_recordset(${json(events, (event) => ({ ...event, sortTitle: sortTitleOf(event.title) }))}::jsonb)
            as x(id uuid, at timestamptz, version int, "libraryId" uuid, "rootId" uuid, path text, "pathBytes" text,
                 size bigint, "mtimeMs" bigint, title text, "sortTitle" text)`
      }),
    "video.file-changed.v1": newContent,
    "video.file-restamped.v1": newContent,
    "video.file-moved.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* giveWay(events)
        yield* sql`
          update videos v set library_id = x."libraryId", root_id = x."rootId", path = x.path,
                 path_bytes = decode(x."pathBytes", 'base64'), size_bytes = x.size, mtime_ms = x."mtimeMs",
                 status = ${sql.literal(statusAfter)}, version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
            as x(id uuid, at timestamptz, version int, "libraryId" uuid, "rootId" uuid, path text, "pathBytes" text,
                 size bigint, "mtimeMs" bigint)
          where v.id = x.id`
      }),
    "video.file-missing.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set status = 'missing', version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, () => ({}))}::jsonb) as x(id uuid, at timestamptz, version int)
          where v.id = x.id`
      ),
    "video.file-found.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set status = ${sql.literal(statusAfter)}, version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, () => ({}))}::jsonb) as x(id uuid, at timestamptz, version int)
          where v.id = x.id`
      ),
    "video.probed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set duration = x.duration, width = x.width, height = x.height, frame_rate = x."frameRate",
                 bit_rate = x."bitRate", container = x.container, video_codec = x."videoCodec",
                 audio_codec = x."audioCodec", oshash = x.oshash, probe = x.facts, failure = null,
                 is_failure_passing = false, failure_ctime_ms = null, playback_failure = null,
                 status = case when v.status = 'missing' then 'missing' else 'ready' end,
                 version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
            as x(id uuid, at timestamptz, version int, duration float8, width int, height int, "frameRate" float8,
                 "bitRate" bigint, container text, "videoCodec" text, "audioCodec" text, oshash text, facts jsonb)
          where v.id = x.id`
      ),
    "video.probe-failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set failure = x.reason, is_failure_passing = false, failure_ctime_ms = null, probe = null,
                 status = case when v.status = 'missing' then 'missing' else 'failed' end,
                 version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
            as x(id uuid, at timestamptz, version int, reason text)
          where v.id = x.id`
      ),
    "video.probe-deferred.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set failure = x.reason, is_failure_passing = true, failure_ctime_ms = x."ctimeMs",
                 status = case when v.status = 'missing' then 'missing' else 'failed' end,
                 version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
            as x(id uuid, at timestamptz, version int, reason text, "ctimeMs" bigint)
          where v.id = x.id`
      ),
    "video.probe-requested.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set failure = null, is_failure_passing = false, failure_ctime_ms = null,
                 status = case when v.status = 'missing' then 'missing' else 'arriving' end,
                 version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, () => ({}))}::jsonb) as x(id uuid, at timestamptz, version int)
          where v.id = x.id`
      ),
    "video.playback-failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set playback_failure = x.reason, version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, (event) => event)}::jsonb)
            as x(id uuid, at timestamptz, version int, reason text)
          where v.id = x.id`
      ),
    "video.playback-restored.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update videos v set playback_failure = null, version = x.version, updated_at = x.at
          from jsonb_to_recordset(${json(events, () => ({}))}::jsonb) as x(id uuid, at timestamptz, version int)
          where v.id = x.id`
      ),
    "video.edited.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { at, event, streamId, version } of events) {
          const row = Object.fromEntries(
            event.changes.map(({ field, to }) => [columns[field as EditableField], to])
          )
          const title = row["title"]
          yield* sql`
            update videos set edit_version = edit_version + 1, ${sql.update({
              ...row,
              ...(typeof title === "string" ? { sort_title: sortTitleOf(title) } : {}),
              version,
              updated_at: at
            })} where id = ${streamId}`
        }
      }),
    "library.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from videos where library_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "library.root-removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from videos where root_id = any(${events.map(({ event }) => event.rootId)}::uuid[])`
      )
  }
})

import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { accessKey, visibleTo } from "../visibility/Visibility.ts"
import { VideoStatus } from "./contract.ts"

const SourceRow = Schema.Struct({
  id: Schema.String,
  library_id: Schema.String,
  root_id: Schema.String,
  title: Schema.String,
  path: Schema.String,
  root_path: Schema.String,
  path_bytes: Schema.Any,
  size_bytes: Schema.Number,
  mtime_ms: Schema.Number,
  status: VideoStatus,
  failure: Schema.NullOr(Schema.String),
  is_failure_passing: Schema.Boolean,
  playback_failure: Schema.NullOr(Schema.String),
  probe: Schema.NullOr(Schema.Unknown)
})

/** A video's file for those who open it. */
export interface VideoSource {
  readonly id: string
  readonly libraryId: string
  readonly root: { readonly id: string; readonly path: string }
  readonly title: string
  /** Relative, for people. */
  readonly label: string
  /** Absolute, in the bytes of the file system. */
  readonly file: Buffer
  readonly size: number
  readonly mtimeMs: number
  readonly status: VideoStatus
  readonly failure: string | null
  /** See `Video.isFailurePassing`. */
  readonly isFailurePassing: boolean
  /** See `VideoSummary.playbackFailure`. */
  readonly playbackFailure: string | null
  readonly probe: Option.Option<ProbeFacts>
}

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const toSource = (row: typeof SourceRow.Type): VideoSource => ({
  id: row.id,
  libraryId: row.library_id,
  root: { id: row.root_id, path: row.root_path },
  title: row.title,
  label: row.path,
  file: Buffer.concat([Buffer.from(row.root_path), Buffer.from("/"), row.path_bytes as Buffer]),
  size: row.size_bytes,
  mtimeMs: row.mtime_ms,
  status: row.status,
  failure: row.failure,
  isFailurePassing: row.is_failure_passing,
  playbackFailure: row.playback_failure,
  probe: row.probe === null ? Option.none() : decodeFacts(row.probe)
})

const columns = `v.id, v.library_id, v.root_id, v.title, v.path, r.path as root_path, v.path_bytes, v.size_bytes, v.mtime_ms, v.status, v.failure, v.is_failure_passing, v.playback_failure, v.probe`

const visibleSource = Effect.fn("videos.visibleSource")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const row = yield* rowOf(SourceRow)(sql`
    select ${sql.literal(columns)} from videos v join library_roots r on r.id = v.root_id
    where v.id = ${id} and ${visibility.videos("v")}`)
  return Option.map(row, toSource)
})

/**
 * The file of a video the caller may see; none otherwise, whatever the reason. Kept until a video or library changes:
 * players ask for many ranges and segments, and reading all that a probe found took 1 ms each time.
 */
export const sourceFor = (principal: Principal, id: string) =>
  isUuid(id)
    ? Effect.flatMap(QueryCache, (cache) =>
        cache.get(
          "videos",
          `source ${id} ${accessKey(principal)}`,
          Effect.suspend(() => visibleSource(principal, id))
        )
      )
    : Effect.succeed(Option.none<VideoSource>())

/** The same for the pipeline, which works for nobody in particular. */
export const sourceById = Effect.fn("videos.sourceById")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(SourceRow)(sql`
    select ${sql.literal(columns)} from videos v join library_roots r on r.id = v.root_id where v.id = ${id}`)
  return Option.map(row, toSource)
})

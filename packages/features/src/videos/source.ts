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
import {
  sourceColumns,
  sourceRowFields,
  sourceTables,
  type ItemSource,
  toItemSource
} from "../items/source.ts"

const SourceRow = Schema.Struct({
  ...sourceRowFields,
  playback_failure: Schema.NullOr(Schema.String),
  probe: Schema.NullOr(Schema.Unknown)
})

/** A video's file for those who open it. */
export interface VideoSource extends ItemSource {
  /** See `VideoSummary.playbackFailure`. */
  readonly playbackFailure: string | null
  readonly probe: Option.Option<ProbeFacts>
}

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const toSource = (row: typeof SourceRow.Type): VideoSource => ({
  ...toItemSource(row),
  playbackFailure: row.playback_failure,
  probe: row.probe === null ? Option.none() : decodeFacts(row.probe)
})

const columns = `${sourceColumns}, k.playback_failure, k.probe`
const tables = `${sourceTables} left join video_facts k on k.item_id = v.id`

const visibleSource = Effect.fn("videos.visibleSource")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const row = yield* rowOf(SourceRow)(sql`
    select ${sql.literal(columns)} from ${sql.literal(tables)}
    where v.id = ${id} and v.kind = 'video' and ${visibility.items("v")}`)
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
          "sources",
          `video ${id} ${accessKey(principal)}`,
          Effect.suspend(() => visibleSource(principal, id))
        )
      )
    : Effect.succeed(Option.none<VideoSource>())

/** The same for the pipeline, which works for nobody in particular. */
export const sourceById = Effect.fn("videos.sourceById")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(SourceRow)(sql`
    select ${sql.literal(columns)} from ${sql.literal(tables)}
    where v.id = ${id} and v.kind = 'video'`)
  return Option.map(row, toSource)
})

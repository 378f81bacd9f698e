import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { sourceById, type VideoSource } from "../../media/videos/source.ts"
import { forgetCues, keepCues } from "./cues.ts"
import { subtitleDecider } from "./decider.ts"
import { FoundTrack } from "./events.ts"
import { readEmbedded, readSidecar, type Found } from "./found.ts"
import { extractSubtitles } from "./queue.ts"
import { sidecarsOf } from "./sidecars.ts"

const Before = Schema.Struct({ id: Schema.String, track: FoundTrack, is_current: Schema.Boolean })

/** Returns the tracks that were found earlier. `is_current` is true for tracks of the current file. */
const foundBefore = (source: VideoSource) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Before)(sql`
      select t.id, jsonb_build_object('id', t.id, 'source', t.source, 'format', t.format, 'language', t.language,
          'title', t.title, 'isDefault', t.is_default, 'isForced', t.is_forced,
          'isHearingImpaired', t.is_hearing_impaired, 'stream', t.stream, 'path', t.path,
          'pathHash', encode(t.path_hash, 'hex'), 'size', t.size_bytes, 'mtimeMs', t.mtime_ms, 'cues', t.cues,
          'failure', t.failure) as track,
        coalesce(l.size_bytes = ${source.size} and l.mtime_ms = ${source.mtimeMs}, false) as is_current
      from subtitle_tracks t left join subtitle_looks l on l.item_id = t.item_id
      where t.item_id = ${source.id} and t.source <> 'upload' order by t.stream, t.path`)
  )

/**
 * Returns the embedded tracks. If the video file is unchanged, its tracks are reused. Without this, a changed subtitle
 * file next to the video would cause gigabytes of video to be read again. If `isAsked` is true, the tracks are read
 * again in any case.
 */
const embeddedOf = (source: VideoSource, before: ReadonlyArray<typeof Before.Type>, isAsked: boolean) =>
  Effect.gen(function* () {
    if (Option.isNone(source.probe)) return { found: [], kept: [] }
    const facts = source.probe.value
    const embedded = before.filter(({ is_current, track }) => is_current && track.source === "embedded")
    if (
      !isAsked &&
      embedded.length > 0 &&
      embedded.length === facts.streams.filter(({ kind }) => kind === "subtitle").length
    )
      return { found: [], kept: embedded.map(({ track }) => track) }
    return { found: yield* readEmbedded(source, facts), kept: [] }
  })

/** Reads all subtitles in a video's file and next to it. They replace the tracks that were found earlier. */
export const extractSubtitlesProcessor = processor(extractSubtitles, ({ videoId }, context) =>
  Effect.gen(function* () {
    const source = Option.getOrUndefined(yield* sourceById(videoId))
    if (source === undefined) return { skipped: "The video was removed" }
    if (source.status === "missing") return { skipped: "The file is missing" }
    yield* context.progress({ phase: "Reading the video for subtitles" })
    const before = yield* foundBefore(source)
    const embedded = yield* embeddedOf(source, before, context.triggeredBy === "manual")
    const relative = source.file.subarray(Buffer.byteLength(source.root.path) + 1)
    const files = yield* sidecarsOf(source.root.id, { id: videoId, relative })
    const adjacent = yield* Effect.forEach(files, (file) => readSidecar(source, file))
    const found: ReadonlyArray<Found> = [...embedded.found, ...adjacent.filter((each) => each !== undefined)]
    const tracks = [...embedded.kept, ...found.map(({ track }) => track)]
    yield* transaction(
      Effect.gen(function* () {
        const store = yield* EventStore
        const kept = new Set(tracks.map(({ id }) => id))
        yield* forgetCues(before.map(({ id }) => id).filter((id) => !kept.has(id)))
        for (const { batches, track } of found) yield* keepCues(videoId, { trackId: track.id, batches })
        yield* store.execute({
          streamId: videoId,
          decider: subtitleDecider,
          command: { _tag: "RecordExtracted", size: source.size, mtimeMs: source.mtimeMs, tracks },
          meta: { cause: extractSubtitles.name }
        })
      })
    )
    return {
      tracks: tracks.length,
      cues: tracks.reduce((sum, { cues }) => sum + cues, 0),
      withoutText: tracks.filter(({ failure }) => failure !== null).length
    }
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The video was removed" }),
      ProbeOutdated: () =>
        Effect.fail(
          new RetryableFailure({ message: "The file changed while its subtitles were being read" })
        ),
      Conflict: ({ message }) => Effect.fail(new RetryableFailure({ message })),
      FileUnopenable: ({ code, reason }) =>
        Effect.fail(
          code === "busy" || code === "io-error"
            ? new RetryableFailure({ message: reason })
            : new PermanentFailure({ message: reason })
        ),
      MediaToolMissing: ({ message }) => Effect.fail(new RetryableFailure({ message })),
      MediaProcessFailed: ({ message }) => Effect.fail(new RetryableFailure({ message })),
      MediaProcessTimeout: ({ message }) => Effect.fail(new RetryableFailure({ message }))
    })
  )
)

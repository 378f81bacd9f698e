import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { Progress } from "@media/jobs/JobContext"
import { processor } from "@media/jobs/Processor"
import { waveformOf } from "@media/media-tools/audio/Waveform"
import { pinFile } from "@media/media-tools/PinnedFile"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { type ItemCommand, itemDecider } from "../../catalog/items/decider.ts"
import { type FileStamp, isSameFile } from "../../catalog/items/fileState.ts"
import { sourceOfKind } from "../../catalog/items/source.ts"
import { audioDecider } from "./decider.ts"
import { NO_SOUND } from "./decodable.ts"
import { audioWaveform } from "./queue.ts"
import { unopenable } from "./unopenable.ts"
import { keepWaveform } from "./waveforms.ts"

/** The failure reason for a waveform job that exceeds its CPU time. The track may still be playable. */
const TOO_SLOW = "Decoding the audio takes too long for a waveform."
const REPORT_EVERY = "500 millis"

const Length = Schema.Struct({ duration: Schema.NullOr(Schema.Number) })
const lengthOf = (trackId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(rowOf(Length)(sql`select duration from items where id = ${trackId}`), Option.getOrUndefined)
  )

const progressOf = (seconds: number, length: number | null): Progress => ({
  ...(length === null || length <= 0
    ? {}
    : { percent: Math.min(100, Math.round((1_000 * seconds) / length) / 10) }),
  phase: `${Math.floor(seconds / 60)} min of audio read`
})

const meta = { cause: audioWaveform.name } as const

const recordNoSound = (streamId: string, stamp: FileStamp) => {
  const command: ItemCommand = { _tag: "RecordProbeFailure", ...stamp, reason: NO_SOUND }
  return Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId, decider: itemDecider, command, meta })
  )
}

/** Records that the track was decoded. The event also notifies open pages that the waveform exists. */
const recordDecoded = (streamId: string, stamp: FileStamp, seconds: number) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId,
      decider: audioDecider,
      command: { _tag: "RecordDecoded", ...stamp, seconds },
      meta
    })
  )

/**
 * Decodes a track and stores its waveform. Marks a track without decodable audio as failed, because no other job
 * notices the problem and players would play silence.
 */
export const audioWaveformProcessor = processor(audioWaveform, ({ trackId }, context) =>
  Effect.gen(function* () {
    const found = yield* sourceOfKind("track", trackId)
    if (Option.isNone(found)) return { skipped: "The track was removed" }
    const source = found.value
    if (source.status !== "ready") return { skipped: "The file cannot be read at the moment" }
    const { path, ...stamp } = yield* pinFile(source.root.path, source.file)
    if (!isSameFile(stamp, source))
      return yield* new RetryableFailure({ message: "The file changed while it was being read" })
    const { duration: length } = (yield* lengthOf(trackId)) ?? { duration: null }
    let seconds = 0
    const report = Effect.suspend(() => context.progress(progressOf(seconds, length)))
    yield* Effect.forkScoped(Effect.schedule(report, Schedule.spaced(REPORT_EVERY)))
    yield* report
    const read = yield* Effect.either(waveformOf(path, (now) => (seconds = now)))
    if (read._tag === "Left") {
      const error = read.left
      if (error._tag === "MediaProcessTimeout" && error.kind === "cpu") {
        yield* keepWaveform(trackId, stamp, { failure: TOO_SLOW })
        return yield* new PermanentFailure({ message: TOO_SLOW })
      }
      if (error._tag !== "MediaProcessFailed" || error.signal !== null)
        return yield* new RetryableFailure({ message: error.message })
    }
    if (read._tag === "Left" || read.right.samples === 0) {
      yield* transaction(
        Effect.zipRight(keepWaveform(trackId, stamp, { failure: NO_SOUND }), recordNoSound(trackId, stamp))
      )
      return yield* new PermanentFailure({ message: NO_SOUND })
    }
    const { duration, pairs } = read.right
    const peaks = Buffer.from(pairs.buffer)
    yield* transaction(
      Effect.zipRight(
        keepWaveform(trackId, stamp, { peaks, duration }),
        recordDecoded(trackId, stamp, duration)
      )
    )
    return { pairs: pairs.length / 2, duration }
  }).pipe(
    Effect.catchTags({
      FileUnopenable: unopenable,
      NotFound: () => Effect.succeed({ skipped: "The track was removed" }),
      ProbeOutdated: () => new RetryableFailure({ message: "The file changed while it was being read" })
    })
  )
)

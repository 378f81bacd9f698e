import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { Finishing, preparedProcessor } from "@media/jobs/Processor"
import { Ffprobe, type ProbeError, Unreadable } from "@media/media-tools/Ffprobe"
import { mainAudio, mainVideo, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { stat } from "node:fs/promises"
import { videoDecider, type VideoCommand } from "./decider.ts"
import { mediaProbe } from "./queue.ts"
import { sourceById, type VideoSource } from "./source.ts"

/** The numbers lists and filters need, taken out of the whole answer. */
export const summaryOf = (facts: ProbeFacts) => {
  const video = mainVideo(facts)
  const isTurned = video?.rotation === 90 || video?.rotation === 270
  const rate = video?.averageFrameRate ?? video?.frameRate
  return {
    duration: facts.durationSeconds,
    width: (isTurned ? video?.height : video?.width) ?? 0,
    height: (isTurned ? video?.width : video?.height) ?? 0,
    frameRate: rate === undefined || rate.den === 0 ? null : rate.num / rate.den,
    bitRate: facts.bitRate > 0 ? Math.round(facts.bitRate) : null,
    container: facts.container,
    videoCodec: video?.codec ?? "unknown",
    audioCodec: mainAudio(facts)?.codec ?? null
  }
}

interface FileStamp {
  readonly size: number
  readonly mtimeMs: number
}

const statOf = (source: VideoSource) =>
  Effect.tryPromise({
    try: () => stat(source.file),
    catch: (cause) =>
      (cause as NodeJS.ErrnoException).code === "ENOENT"
        ? new PermanentFailure({ message: "The file is no longer there; the next scan will notice" })
        : new RetryableFailure({ message: `The file cannot be examined: ${(cause as Error).message}` })
  }).pipe(Effect.map(({ mtimeMs, size }) => ({ size, mtimeMs: Math.floor(mtimeMs) })))

const record = (videoId: string, command: VideoCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: videoId, decider: videoDecider, command, meta: { cause: "media-probe" } })
  ).pipe(
    Effect.as(true),
    // A scan noted another file meanwhile and asked for this probe again: it runs at once when this one ends well.
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )

const outdated = { skipped: "The file changed while it was probed; it is probed again" }

/** Faults of the file itself; all others may pass and are tried again. */
const isFileFault = (error: Unreadable): boolean =>
  !["not-found", "no-permission", "io-error"].includes(error.code)

/** The file as the scan left it with its probe, or why there is nothing to probe. */
const findFile = (videoId: string) =>
  Effect.gen(function* () {
    const found = yield* sourceById(videoId)
    if (Option.isNone(found)) return { skipped: "The video was removed" }
    const source = found.value
    const before = yield* statOf(source)
    if (before.size !== source.size || before.mtimeMs !== source.mtimeMs) {
      return { skipped: "The file changed since it was scanned; the next scan takes it up" }
    }
    const ffprobe = yield* Ffprobe
    const prepared = yield* Effect.either(ffprobe.prepareVideo(source.file))
    return { source, before, prepared }
  })

/**
 * Probes one file and records what it holds. A file that cannot be played is recorded with its reason and fails
 * for good; one that changed since the scan is left to the next scan, which asks for a probe again.
 */
export const mediaProbeProcessor = preparedProcessor(mediaProbe, {
  prepare: ({ videoId }) => findFile(videoId),
  run: (found, context) => {
    if ("skipped" in found) return Effect.succeed({ skipped: found.skipped })
    const { before, prepared, source } = found
    // Refused before the tool saw it: the same as an answer of the tool.
    if (Either.isLeft(prepared)) return recordFailure(source, before, prepared.left)
    const { oshash = null, run } = prepared.right
    return Effect.map(
      run,
      (answer) =>
        new Finishing(
          Effect.matchEffect(answer, {
            onFailure: (error) => recordFailure(source, before, error),
            onSuccess: (facts) => recordFacts(source, { ...before, oshash }, facts, context)
          })
        )
    )
  }
})

const recordFailure = (source: VideoSource, file: FileStamp, error: ProbeError) =>
  Effect.gen(function* () {
    if (!(error instanceof Unreadable) || !isFileFault(error)) {
      return yield* new RetryableFailure({ message: error.message })
    }
    const isRecorded = yield* record(source.id, { _tag: "RecordProbeFailure", ...file, reason: error.reason })
    return isRecorded ? yield* new PermanentFailure({ message: error.reason }) : outdated
  })

const recordFacts = (
  source: VideoSource,
  file: FileStamp & { readonly oshash: string | null },
  facts: ProbeFacts,
  context: JobContext
) =>
  Effect.gen(function* () {
    const summary = summaryOf(facts)
    if (!(yield* record(source.id, { _tag: "RecordProbe", ...file, ...summary, facts }))) return outdated
    yield* context.log(
      "debug",
      `${summary.container}, ${summary.videoCodec}, ${summary.width}x${summary.height}`
    )
    return { duration: summary.duration, container: summary.container, videoCodec: summary.videoCodec }
  })

import { enqueue } from "@media/jobs/Enqueue"
import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { Finishing } from "@media/jobs/Finishing"
import { overlappingProcessor } from "@media/jobs/OverlappingProcessor"
import type { JobContext } from "@media/jobs/JobContext"
import { Ffprobe, type ProbeError, Unreadable } from "@media/media-tools/Ffprobe"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainAudio, mainVideo, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import { transaction } from "@media/pg/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { stat } from "node:fs/promises"
import { itemDecider, type ItemCommand } from "../items/decider.ts"
import { isSameFile, ProbeOutdated, type FileStamp } from "../items/fileState.ts"
import { followUpsNow } from "../FollowUps.ts"
import { videoDecider, type VideoCommand } from "./decider.ts"
import { mediaProbe } from "./queue.ts"
import { restamp } from "./restamp.ts"
import { sourceById, type VideoSource } from "./source.ts"
import { lookAgain, settledAfterMillis } from "./unsettled.ts"

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

/** The numbers of what the name leads to now; no file is opened for them. */
const statOf = (source: VideoSource) =>
  Effect.tryPromise({
    try: () => stat(source.file),
    catch: (cause) =>
      (cause as NodeJS.ErrnoException).code === "ENOENT"
        ? gone()
        : new RetryableFailure({ message: `The file cannot be examined: ${(cause as Error).message}` })
  }).pipe(
    Effect.map(({ ctimeMs, mtimeMs, size }) => ({
      stamp: { size, mtimeMs: Math.floor(mtimeMs) },
      ctimeMs: Math.floor(ctimeMs)
    }))
  )

const gone = () => new PermanentFailure({ message: "The file is no longer there; the next scan will notice" })

const isCurrent = <E, R>(written: Effect.Effect<unknown, E | ProbeOutdated, R>) =>
  written.pipe(
    Effect.as(true),
    // A scan noted another file meanwhile and asked for this probe again: it runs at once when this one ends well.
    Effect.catchIf(
      (error): error is ProbeOutdated => error instanceof ProbeOutdated,
      () => Effect.succeed(false)
    )
  )

const meta = { cause: "media-probe" } as const
const record = (videoId: string, command: VideoCommand) =>
  isCurrent(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: videoId, decider: videoDecider, command, meta })
    )
  )
const recordOnItem = (videoId: string, command: ItemCommand) =>
  isCurrent(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: videoId, decider: itemDecider, command, meta })
    )
  )

const outdated = { skipped: "The file changed while it was examined; it is examined again" }

/** It may still be written to. A clock that is ahead of the disk's by seconds changes nothing about that. */
const isRecent = ({ mtimeMs }: FileStamp) =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.abs(now - mtimeMs) < settledAfterMillis)

/** The reason a video shows at once, while its job is tried again: what keeps it may last for hours. */
const defer = (source: VideoSource, reason: string) =>
  Effect.gen(function* () {
    const ctimeMs = yield* Effect.match(statOf(source), {
      onFailure: () => 0,
      onSuccess: ({ ctimeMs }) => ctimeMs
    })
    yield* recordOnItem(source.id, { _tag: "DeferProbe", reason, ctimeMs })
  })

const unopenable = (source: VideoSource, { code, reason }: FileUnopenable) => {
  switch (code) {
    case "not-found":
      return Effect.fail(gone())
    case "busy":
      return Effect.fail(new RetryableFailure({ message: reason }))
    case "outside-root":
    case "not-a-file":
      return Effect.zipRight(defer(source, reason), Effect.fail(new PermanentFailure({ message: reason })))
    default:
      return Effect.zipRight(defer(source, reason), Effect.fail(new RetryableFailure({ message: reason })))
  }
}

/** Faults of the file itself; all others may pass and are tried again. */
const isFileFault = (error: Unreadable): boolean =>
  !["not-found", "no-permission", "io-error"].includes(error.code)

/**
 * Probes one file and records what it holds. A file that cannot be played is recorded with its reason and fails
 * for good. One that is not what the scan met is probed as it is now; one that changes meanwhile, or was modified
 * moments ago, is looked at again until it has come to rest: nothing else would.
 */
export const mediaProbeProcessor = overlappingProcessor(
  mediaProbe,
  ({ ifChanged = false, videoId }, context) =>
    Effect.gen(function* () {
      const found = yield* sourceById(videoId)
      if (Option.isNone(found)) return { skipped: "The video was removed" }
      const source = found.value
      const pinned = yield* Effect.either(pinFile(source.root.path, source.file))
      if (Either.isLeft(pinned)) return yield* unopenable(source, pinned.left)
      const { path, ...file } = pinned.right
      const isSame = isSameFile(file, source)
      const isKnown = source.status !== "arriving" && !source.isFailurePassing
      if (ifChanged && isSame && isKnown) {
        if (yield* isRecent(file)) yield* lookAgain(source, 0)
        return { skipped: "The file has not changed" }
      }
      if (!isSame) yield* restamp(videoId, file)
      const ffprobe = yield* Ffprobe
      const prepared = yield* Effect.either(ffprobe.prepareVideo(path))
      const answer = Either.isLeft(prepared) ? Effect.fail(prepared.left) : yield* prepared.right.run
      const oshash = Either.isLeft(prepared) ? null : (prepared.right.oshash ?? null)
      return new Finishing(
        Effect.gen(function* () {
          const { stamp } = yield* statOf(source)
          if (!isSameFile(stamp, file)) {
            yield* lookAgain(source, context.attempt)
            return { skipped: "The file is being written; it is examined again when it no longer changes" }
          }
          if (yield* isRecent(file)) yield* lookAgain(source, isSame ? 0 : context.attempt)
          return yield* Effect.matchEffect(answer, {
            onFailure: (error) => recordFailure(source, file, error),
            onSuccess: (facts) => recordFacts(source, { ...file, oshash }, facts, context)
          })
        })
      )
    })
)

const recordFailure = (source: VideoSource, file: FileStamp, error: ProbeError) =>
  Effect.gen(function* () {
    if (!(error instanceof Unreadable)) return yield* new RetryableFailure({ message: error.message })
    if (!isFileFault(error)) {
      yield* defer(source, error.reason)
      return yield* new RetryableFailure({ message: error.message })
    }
    const isRecorded = yield* recordOnItem(source.id, {
      _tag: "RecordProbeFailure",
      ...file,
      reason: error.reason
    })
    return isRecorded ? yield* new PermanentFailure({ message: error.reason }) : outdated
  })

const followUps = ({ id, label, libraryId }: VideoSource) =>
  followUpsNow({ id, kind: "video", label, libraryId, triggeredBy: mediaProbe.name })

const recordFacts = (
  source: VideoSource,
  file: FileStamp & { readonly oshash: string | null },
  facts: ProbeFacts,
  context: JobContext
) =>
  Effect.gen(function* () {
    const summary = summaryOf(facts)
    const isRecorded = yield* transaction(
      Effect.tap(record(source.id, { _tag: "RecordProbe", ...file, ...summary, facts }), (isCurrent) =>
        isCurrent ? Effect.flatMap(followUps(source), enqueue) : Effect.void
      )
    )
    if (!isRecorded) return outdated
    yield* context.log(
      "debug",
      `${summary.container}, ${summary.videoCodec}, ${summary.width}x${summary.height}`
    )
    return { duration: summary.duration, container: summary.container, videoCodec: summary.videoCodec }
  })

import { enqueue } from "@media/jobs/Enqueue"
import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { type ProbeError, Unreadable } from "@media/media-tools/Ffprobe"
import { mainAudio, mainVideo, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { stat } from "node:fs/promises"
import { followUpsOf } from "../../FollowUps.ts"
import { itemDecider, type ItemCommand } from "../../catalog/items/decider.ts"
import { ProbeOutdated, type FileStamp } from "../../catalog/items/fileState.ts"
import type { ItemSource } from "../../catalog/items/source.ts"
import { currentSettings } from "../../platform/settings/queries.ts"
import { videoDecider } from "./decider.ts"
import { mediaProbe } from "./queue.ts"

/**
 * Returns the facts that lists and filters need, from the output of ffprobe. Width and height are the displayed size,
 * after rotation.
 */
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

/** Returns the size, modification time and change time (`ctimeMs`) of the current file, without opening it. */
export const statOf = (source: ItemSource) =>
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

export const gone = () =>
  new PermanentFailure({ message: "The file no longer exists. The next scan will mark it as missing." })

const isCurrent = <E, R>(written: Effect.Effect<unknown, E | ProbeOutdated, R>) =>
  written.pipe(
    Effect.as(true),
    // A scan found a changed file in the meantime and queued another probe, which runs right after this job.
    Effect.catchIf(
      (error): error is ProbeOutdated => error instanceof ProbeOutdated,
      () => Effect.succeed(false)
    )
  )

const meta = { cause: "media-probe" } as const
const recordOnItem = (videoId: string, command: ItemCommand) =>
  isCurrent(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: videoId, decider: itemDecider, command, meta })
    )
  )

const outdated = { skipped: "The file changed while it was examined and will be examined again" }

/**
 * Records why the file cannot be probed at the moment. The video's page shows the reason while the job is being
 * retried, because the problem may last for hours.
 */
export const defer = (source: ItemSource, reason: string) =>
  Effect.gen(function* () {
    const ctimeMs = yield* Effect.match(statOf(source), {
      onFailure: () => 0,
      onSuccess: ({ ctimeMs }) => ctimeMs
    })
    yield* recordOnItem(source.id, { _tag: "DeferProbe", reason, ctimeMs })
  })

/** True for permanent faults of the file itself. Other faults may be temporary, so the job is retried. */
const isFileFault = (error: Unreadable): boolean =>
  !["not-found", "no-permission", "io-error"].includes(error.code)

export const recordFailure = (source: ItemSource, file: FileStamp, error: ProbeError) =>
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

export interface Probed {
  readonly source: ItemSource
  readonly file: FileStamp & { readonly oshash: string | null }
  readonly facts: ProbeFacts
  readonly summary: ReturnType<typeof summaryOf>
}

/** Records all results in one transaction. Returns the outcome of each file. */
export const recordAll = (probed: ReadonlyArray<Probed>) =>
  transaction(
    Effect.gen(function* () {
      if (probed.length === 0) return []
      const store = yield* EventStore
      const outcomes = yield* store.executeMany({
        decider: videoDecider,
        commands: probed.map(({ facts, file, source, summary }) => ({
          streamId: source.id,
          command: { _tag: "RecordProbe" as const, ...file, ...summary, facts }
        })),
        meta
      })
      const recorded = probed.filter((_, index) => Either.isRight(outcomes[index]!))
      // Queue all follow-up jobs in one statement. Each statement is a round trip, and readers of the log wait for the
      // open transaction.
      const settings = yield* currentSettings
      const triggeredBy = mediaProbe.name
      yield* enqueue(
        recorded.flatMap(({ source: { id, label, libraryId } }) =>
          followUpsOf({ id, kind: "video", label, libraryId, triggeredBy }, settings)
        )
      )
      return outcomes
    })
  )

/**
 * Returns the result of the job for one file: its main facts, or `outdated` if the file changed before the facts were
 * recorded.
 */
export const resultOf = (
  { summary }: Probed,
  outcome: Effect.Effect.Success<ReturnType<typeof recordAll>>[number],
  context: JobContext
) =>
  Effect.gen(function* () {
    if (!(yield* isCurrent(outcome))) return outdated
    const { container, duration, height, videoCodec, width } = summary
    yield* context.log("debug", `${container}, ${videoCodec}, ${width}x${height}`)
    return { duration, container, videoCodec }
  })

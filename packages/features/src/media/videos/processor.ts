import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { CommitPhase } from "@media/jobs/CommitPhase"
import type { JobContext } from "@media/jobs/JobContext"
import { groupProgress } from "@media/jobs/GroupProgress"
import { groupProcessor } from "@media/jobs/Processor"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { Ffprobe, type ProbeError } from "@media/media-tools/Ffprobe"
import { pinFile } from "@media/media-tools/PinnedFile"
import type { ProbeFacts } from "@media/media-tools/ProbeFacts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { isSameFile, type FileStamp } from "../../catalog/items/fileState.ts"
import { type ItemSource, sourcesOfKind } from "../../catalog/items/source.ts"
import { mediaProbe } from "./queue.ts"
import {
  defer,
  gone,
  type Probed,
  recordAll,
  recordFailure,
  resultOf,
  statOf,
  summaryOf
} from "./recordProbe.ts"
import { restamp } from "./restamp.ts"
import { lookAgain, settledAfterMillis } from "./unsettled.ts"

/**
 * True if the file was modified recently and may still be written to. The absolute difference is used, because the
 * modification time may be slightly in the future if the disk's clock differs from the server's clock.
 */
const isRecent = ({ mtimeMs }: FileStamp) =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.abs(now - mtimeMs) < settledAfterMillis)

const unopenable = (source: ItemSource, { code, reason }: FileUnopenable) => {
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

interface Examined {
  readonly source: ItemSource
  readonly file: FileStamp & { readonly oshash: string | null }
  /** True if the file still has the size and modification time that the scan found. */
  readonly isSame: boolean
  readonly answer: Either.Either<ProbeFacts, ProbeError>
}

/**
 * Examines the file of a video. The semaphore `tool` allows only one ffprobe process at a time. While ffprobe runs, the
 * next file can already be opened and checked.
 */
const examine = (source: ItemSource | undefined, ifChanged: boolean, tool: Effect.Semaphore) =>
  Effect.gen(function* () {
    if (source === undefined) return { skipped: "The video was removed" }
    const pinned = yield* Effect.either(pinFile(source.root.path, source.file))
    if (Either.isLeft(pinned)) return yield* unopenable(source, pinned.left)
    const { path, ...file } = pinned.right
    const isSame = isSameFile(file, source)
    const isKnown = source.status !== "arriving" && !source.isFailurePassing
    if (ifChanged && isSame && isKnown) {
      if (yield* isRecent(file)) yield* lookAgain(source, 0)
      return { skipped: "The file has not changed" }
    }
    if (!isSame) yield* restamp(source.id, file)
    const ffprobe = yield* Ffprobe
    const prepared = yield* Effect.either(ffprobe.prepareVideo(path))
    const answer = Either.isLeft(prepared)
      ? Either.left(prepared.left)
      : yield* Effect.flatMap(tool.withPermits(1)(prepared.right.run), Effect.either)
    const oshash = Either.isLeft(prepared) ? null : (prepared.right.oshash ?? null)
    const examined: Examined = { source, file: { ...file, oshash }, isSame, answer }
    return examined
  }).pipe(Effect.scoped)

/** Checks that the file has stopped changing, and records a failure if the file cannot be played. */
const settle = ({ answer, file, isSame, source }: Examined, { attempt }: JobContext) =>
  Effect.gen(function* () {
    const { stamp } = yield* statOf(source)
    if (!isSameFile(stamp, file)) {
      yield* lookAgain(source, attempt)
      return { skipped: "The file is still being written and will be examined again when it stops changing" }
    }
    if (yield* isRecent(file)) yield* lookAgain(source, isSame ? 0 : attempt)
    if (Either.isLeft(answer)) return yield* recordFailure(source, file, answer.left)
    const probed: Probed = { source, file, facts: answer.right, summary: summaryOf(answer.right) }
    return probed
  })

/**
 * Maximum number of files in one group. The statements of a group take about as long as one probe. With groups of four
 * files, a file took 10.4 ms (plain ffprobe: 6.1 ms). With groups of 16 files, it took 7.7 ms (plain ffprobe: 5.9 ms;
 * idle machine, 2026-11-30). On slower machines, `nextTake` claims fewer files, so that a group takes about 100 ms.
 */
const FILES = 16

/**
 * Probes files and records the results. If a file cannot be played, the reason is recorded and the job fails
 * permanently. If the file differs from the file that the scan found, the current file is probed. If a file changes
 * during the probe, or was modified moments ago, it is probed again until it is stable. This job must repeat the probe,
 * because no later scan would queue another one.
 */
export const mediaProbeProcessor = groupProcessor(mediaProbe, FILES, (jobs) =>
  Effect.gen(function* () {
    const sources = yield* sourcesOfKind(
      "video",
      jobs.map(({ payload }) => payload.videoId)
    )
    const tool = yield* Effect.makeSemaphore(1)
    const next = groupProgress(jobs, "Examining the file")
    const examined = yield* Effect.forEach(
      jobs,
      ({ payload: { ifChanged = false, videoId } }) =>
        Effect.ensuring(Effect.exit(examine(sources.get(videoId), ifChanged, tool)), next),
      { concurrency: 2 }
    )
    // The next group is examined while this phase records the results.
    return new CommitPhase(
      Effect.gen(function* () {
        const settled = yield* Effect.forEach(jobs, ({ context }, index) =>
          Effect.exit(
            Effect.flatMap(examined[index]!, (one) =>
              "answer" in one ? settle(one, context) : Effect.succeed(one)
            )
          )
        )
        const probed = settled.flatMap((exit) =>
          Exit.isSuccess(exit) && "facts" in exit.value ? [exit.value] : []
        )
        const outcomes = yield* recordAll(probed)
        const outcomeOf = new Map(probed.map((one, index) => [one, outcomes[index]!]))
        return yield* Effect.forEach(settled, (exit, index) =>
          Effect.exit(
            Effect.flatMap(exit, (one) =>
              "facts" in one ? resultOf(one, outcomeOf.get(one)!, jobs[index]!.context) : Effect.succeed(one)
            )
          )
        )
      })
    )
  })
)

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
 * Recently modified, so it may still be written to. A clock that is a few seconds ahead of the disk's does not matter.
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
  /** True if the file is the one that the scan found. */
  readonly isSame: boolean
  readonly answer: Either.Either<ProbeFacts, ProbeError>
}

/** `tool` runs one ffprobe at a time. The next file is opened and checked meanwhile. */
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

/** Checks that the file is no longer changing, and records the failure of one that cannot be played. */
const settle = ({ answer, file, isSame, source }: Examined, { attempt }: JobContext) =>
  Effect.gen(function* () {
    const { stamp } = yield* statOf(source)
    if (!isSameFile(stamp, file)) {
      yield* lookAgain(source, attempt)
      return { skipped: "The file is being written; it is examined again when it no longer changes" }
    }
    if (yield* isRecent(file)) yield* lookAgain(source, isSame ? 0 : attempt)
    if (Either.isLeft(answer)) return yield* recordFailure(source, file, answer.left)
    const probed: Probed = { source, file, facts: answer.right, summary: summaryOf(answer.right) }
    return probed
  })

/**
 * Number of files in one group. The statements for a group of one cost PostgreSQL 20 ms of CPU, while ffprobe took 47
 * (busy machine, 2026-11-24). A group that takes longer than 200 ms is written to its job runs as started, so larger
 * groups cost more again.
 */
const FILES = 4

/**
 * Probes files and records the results. An unplayable file is recorded with its reason and fails permanently. If a file
 * differs from the one that the scan found, the job probes the current one. A file that changes during the probe, or
 * was modified moments ago, is probed again until it is stable, because no scan would do so.
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
    // The next group is examined meanwhile.
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

import type { CacheRoom } from "@media/assets/Bound"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { stat } from "node:fs/promises"
import { segmentName } from "./CachePaths.ts"
import { requireUnchanged } from "./Describe.ts"
import { fromDisk } from "./Failures.ts"
import { type FillTask, planFill } from "./FillPlan.ts"
import { fillRoom } from "./FillRoom.ts"
import { firstFailure } from "./Findings.ts"
import { sidecarRenditions } from "./Generation.ts"
import type { FillProgress, FillReport, HlsDescription, HlsSource } from "./HlsEngine.ts"
import { HlsUnavailable } from "./HlsErrors.ts"
import type { HlsState } from "./HlsState.ts"
import { produce } from "./ProduceReliably.ts"
import { boundarySeconds, segmentCount } from "./SegmentTable.ts"
import { isIntact, type VideoCache } from "./VideoCache.ts"

/** Nice value with the lowest priority. All other work on the machine takes precedence. */
const NICE = 19
/** Number of passes. The second pass replaces segments that were deleted during the first pass. */
const PASSES = 2

export interface FillQuestion {
  readonly source: HlsSource
  readonly description: HlsDescription
  readonly prepare: Effect.Effect<void, HlsUnavailable>
  readonly room: Effect.Effect<CacheRoom, HlsUnavailable>
  readonly onProgress: (progress: FillProgress) => Effect.Effect<void>
}

/** Creates the missing segments, verifies all of them, and writes the sidecar. */
export const fillCache = (
  state: HlsState,
  question: FillQuestion
): Effect.Effect<FillReport, HlsUnavailable> =>
  Effect.gen(function* () {
    const { description, source } = question
    const cache = state.cache(source)
    let made = 0
    state.fills.set(source.id, 0)
    yield* question.prepare
    yield* requirePossible(cache, description)
    const room = fillRoom({ cache, description, room: question.room })
    let isChecked = false
    for (let pass = 0; pass < PASSES; pass++) {
      const tasks = yield* missing(cache, description)
      if (tasks.length > 0 && !isChecked) yield* room.require
      isChecked = true
      for (const task of tasks) made += yield* runTask(state, cache, question, task, room)
    }
    yield* requireUnchanged(source)
    const bytes = yield* verify(cache, description)
    yield* writeSidecar(cache, source, description, bytes)
    for (const { height } of description.renditions) state.forget(description, height)
    return { segmentsMade: made, segmentsTotal: totalSegments(description), bytes }
  }).pipe(
    Effect.ensuring(Effect.sync(() => state.fills.delete(question.source.id))),
    Effect.withSpan("Hls.fill", { attributes: { videoId: question.source.id } })
  )

/**
 * Fails immediately if an earlier conversion failed permanently, until the file changes or a user requests a rebuild.
 */
const requirePossible = (cache: VideoCache, description: HlsDescription) =>
  Effect.tryPromise({ try: () => cache.findings(description.generation), catch: fromDisk }).pipe(
    Effect.flatMap((findings) => firstFailure(findings) ?? Effect.void)
  )

export const totalSegments = (description: HlsDescription): number =>
  segmentCount(description.table) * description.renditions.length

const missing = (cache: VideoCache, description: HlsDescription) =>
  Effect.tryPromise({
    try: async () => {
      await cache.make()
      return planFill(description.renditions, await cache.ready(), segmentCount(description.table))
    },
    catch: fromDisk
  })

const runTask = (
  state: HlsState,
  cache: VideoCache,
  question: FillQuestion,
  task: FillTask,
  room: ReturnType<typeof fillRoom>
) =>
  Effect.gen(function* () {
    const { description, source } = question
    const total = totalSegments(description)
    const startedAt = performance.now()
    let ready = yield* countReady(cache, description)
    let furthest = task.from
    let made = 0
    let reported = -1
    let bytes = 0
    const report = Effect.suspend(() => {
      if (reported === made) return Effect.void
      reported = made
      const written = bytes
      bytes = 0
      const speed = speedOf(description, task.from, furthest, performance.now() - startedAt)
      state.fills.set(source.id, speed)
      const progress = { segmentsReady: ready, segmentsTotal: total, fraction: ready / total, speed }
      return Effect.zipRight(room.made(written), question.onProgress(progress))
    })
    // The observer below is not an Effect and can only count segments. A concurrent effect reports the count twice a
    // second.
    const hardware = yield* state.hardware
    yield* produce(state.tools, {
      hardware,
      source,
      description,
      cache,
      renditions: task.renditions,
      from: task.from,
      to: task.to,
      nice: NICE,
      observer: {
        started: () => {},
        finished: (_, n, size) => {
          made += 1
          bytes += size
          // Segments that were created again after a crash have already been counted.
          ready = Math.min(total, ready + 1)
          furthest = Math.max(furthest, n + 1)
        }
      }
    }).pipe(
      // Remember only failures of `produce`. The progress report also fails if the cache limit is exceeded, but such a
      // failure must not be remembered: a viewer may get a segment even if the complete conversion does not fit into
      // the cache.
      Effect.tapError((failure) =>
        Effect.sync(() => {
          for (const { height } of task.renditions) state.remember(description, height, furthest, failure)
        })
      ),
      Effect.raceFirst(Effect.forever(Effect.zipRight(report, Effect.sleep("500 millis"))))
    )
    yield* report
    return made
  })

const countReady = (cache: VideoCache, description: HlsDescription) =>
  Effect.tryPromise({ try: () => cache.ready(), catch: fromDisk }).pipe(
    Effect.map((ready) =>
      description.renditions.reduce((sum, { height }) => sum + (ready.get(height)?.size ?? 0), 0)
    )
  )

const speedOf = (description: HlsDescription, from: number, to: number, elapsedMs: number): number => {
  const media = boundarySeconds(description.table, to) - boundarySeconds(description.table, from)
  return elapsedMs <= 0 ? 0 : (media * 1_000) / elapsedMs
}

/**
 * Checks that every listed segment exists and is complete. Returns the total size in bytes. The durations of segments
 * were checked when they were created.
 */
const verify = (cache: VideoCache, description: HlsDescription): Effect.Effect<number, HlsUnavailable> =>
  Effect.tryPromise({
    try: async () => {
      let bytes = 0
      for (const { height } of description.renditions) {
        for (let n = 0; n < segmentCount(description.table); n++) {
          const { size } = await stat(cache.file(segmentName(height, n)))
          if (!isIntact(size)) throw incomplete(height, n)
          bytes += size
        }
      }
      return bytes
    },
    catch: fromDisk
  })

const incomplete = (height: number, n: number): HlsUnavailable =>
  new HlsUnavailable({
    code: "producer-failed",
    reason: `Segment ${n} of the ${height}p rendition is damaged in the cache`,
    isTransient: true
  })

const writeSidecar = (cache: VideoCache, source: HlsSource, description: HlsDescription, bytes: number) =>
  Effect.gen(function* () {
    const createdAt = DateTime.formatIso(yield* DateTime.now)
    const { table } = description
    yield* Effect.tryPromise({
      try: () =>
        cache.writeSidecar({
          generation: description.generation,
          sizeBytes: source.sizeBytes,
          mtimeMs: source.mtimeMs,
          durationSeconds: boundarySeconds(table, segmentCount(table)),
          createdAt,
          bytes,
          renditions: sidecarRenditions(description)
        }),
      catch: fromDisk
    })
  })

import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { fromDisk, tooSlow } from "./Failures.ts"
import { MAX_RUN_SEGMENTS } from "./FillPlan.ts"
import { failureAt } from "./Findings.ts"
import type { HlsDescription, HlsSource, SegmentAnswer } from "./HlsEngine.ts"
import { HlsBusy, type HlsUnavailable } from "./HlsErrors.ts"
import type { HlsState } from "./HlsState.ts"
import type { Rendition } from "./Ladder.ts"
import { LiveRun } from "./LiveRun.ts"
import type { LiveSegment } from "./LiveSegment.ts"
import { produce } from "./ProduceReliably.ts"
import { partGrid, readPartOffsets, tableFromPart } from "./SegmentParts.ts"
import { segmentCount } from "./SegmentTable.ts"
import { choiceName } from "./TrackChoice.ts"
import type { VideoCache } from "./VideoCache.ts"

interface SegmentName {
  readonly source: HlsSource
  readonly description: HlsDescription
  readonly rendition: Rendition
  readonly n: number
  /** The requested part. Undefined for the whole segment. */
  readonly part: number | undefined
}

export interface SegmentQuestion extends SegmentName {
  readonly viewer: string | undefined
  readonly user: string | undefined
  /** Opens the generation, and checks the source and the free space on the disk. Runs before a new run is started. */
  readonly prepare: Effect.Effect<void, HlsUnavailable>
}

/** Time limit of a request. Every request gets a response within a minute. */
const WAIT_LIMIT = "55 seconds"
const ROOM_TRIES = 16
const ROOM_PAUSE = "500 millis"

/**
 * Returns the bytes from the cache, or `undefined` if a run must create the segment. Fails if the segment is known to
 * fail.
 */
export const peekSegment = (state: HlsState, name: SegmentName) =>
  Effect.gen(function* () {
    const { description, n, rendition, source } = name
    const cache = state.cache(source)
    const found = yield* Effect.tryPromise({ try: () => cachedBytes(cache, name), catch: fromDisk })
    if (found !== undefined) return found
    const recent = state.knownFailure(description, rendition.height, n)
    if (recent !== undefined) return yield* recent
    const findings = yield* Effect.tryPromise({
      try: () => cache.findings(description.generation),
      catch: fromDisk
    })
    const known = failureAt(findings, rendition.height, n)
    return known === undefined ? undefined : yield* known
  })

/**
 * Serves a segment from the cache, from a run that is writing the segment or will write it next, or from a new run.
 * Runs belong to `scope` and not to the request, so when the request ends, the run continues.
 */
export const serveSegment = (
  state: HlsState,
  scope: Scope.Scope,
  question: SegmentQuestion
): Effect.Effect<SegmentAnswer, HlsUnavailable | HlsBusy> =>
  Effect.gen(function* () {
    const { description, n, part, rendition, source, user, viewer } = question
    const cache = state.cache(source)
    for (;;) {
      const found = yield* peekSegment(state, question)
      if (found !== undefined) {
        state.runs.noteProgress(source.id, description, rendition.height, n, viewer)
        return found
      }
      const run =
        state.runs.reaching(source.id, description, rendition.height, n, part) ??
        (yield* startRun(state, scope, question, cache))
      run.ask(n, viewer, user)
      const live = yield* Effect.tryPromise({
        try: (signal) => run.waitFor(n, part, signal),
        catch: fromDisk
      })
      if (live !== undefined) {
        const size = part === undefined ? undefined : live.sizeOf(part)
        const etag = size === undefined ? undefined : etagOf(question, [size])
        return { kind: "live" as const, etag, subscribe: () => readBy(run, live, part) }
      }
      // The run ended before this request could see the segment begin. Try again: either the file exists now, or a new
      // run reports why it is missing.
      yield* Effect.sleep("10 millis")
    }
  }).pipe(Effect.timeoutFail({ duration: WAIT_LIMIT, onTimeout: tooSlow }))

/** Yields the bytes of a live segment, and notifies the run when the reader disconnects. */
async function* readBy(run: LiveRun, live: LiveSegment, part: number | undefined): AsyncGenerator<Buffer> {
  let isWhole = false
  run.joined()
  try {
    yield* live.read(part)
    isWhole = true
  } finally {
    if (!isWhole) run.left()
  }
}

const startRun = (state: HlsState, scope: Scope.Scope, question: SegmentQuestion, cache: VideoCache) =>
  Effect.gen(function* () {
    const { description, n, part, rendition, source, user, viewer } = question
    yield* question.prepare
    if (viewer !== undefined) yield* stopLeft(state, scope, source.id, viewer)
    const ready = yield* Effect.tryPromise({ try: () => cache.ready(), catch: fromDisk })
    // Waiting for a slot is the last step before this run is added, so that no other request can take the slot in
    // between.
    yield* awaitRoom(state, description, source.id, rendition, user)
    // Another request may have started the run while this request was waiting.
    const present = state.runs.reaching(source.id, description, rendition.height, n, part)
    if (present !== undefined) return present
    const to = nextReady(ready.get(rendition.height), n, segmentCount(description.table))
    const run = new LiveRun({
      videoId: source.id,
      generation: description.generation,
      choice: choiceName(source.tracks),
      height: rendition.height,
      isCopy: rendition.mode === "copy",
      from: n,
      startPart: part ?? 0,
      parts: partGrid(description.table, rendition.mode),
      to
    })
    // The viewer and the user are registered before the run is added, because other requests must see them immediately.
    run.ask(n, viewer, user)
    state.runs.add(run)
    run.fiber = yield* Effect.forkIn(perform(state, question, cache, run), scope)
    return run
  })

/**
 * Returns the end of the run: the next segment that already exists, or the maximum length of a run. The run stops
 * before this segment.
 */
const nextReady = (ready: ReadonlySet<number> | undefined, n: number, count: number): number => {
  const end = Math.min(count, n + MAX_RUN_SEGMENTS)
  for (let next = n + 1; next < end; next++) if (ready?.has(next) === true) return next
  return end
}

const perform = (
  state: HlsState,
  question: SegmentQuestion,
  cache: VideoCache,
  run: LiveRun
): Effect.Effect<void> => {
  const { description, rendition, source } = question
  const production = {
    source,
    description: {
      ...description,
      table: tableFromPart(description.table, run.options.from, run.options.startPart)
    },
    cache,
    renditions: [rendition],
    from: run.options.from,
    to: run.options.to,
    opening: { n: run.options.from, part: run.options.startPart },
    nice: 0,
    observer: {
      started: (_: number, segment: LiveSegment) => run.started(segment),
      finished: (_: number, n: number) => run.finished(n)
    },
    gate: () => run.gate()
  }
  return Effect.flatMap(state.hardware, (hardware) => produce(state.tools, { ...production, hardware })).pipe(
    Effect.matchEffect({
      onFailure: (failure) =>
        Effect.sync(() => {
          state.remember(description, rendition.height, run.position, failure)
          run.ended(failure)
        }).pipe(
          Effect.zipRight(
            Effect.logWarning("HLS conversion failed", { videoId: source.id, reason: failure.reason })
          )
        ),
      onSuccess: () =>
        Effect.sync(() => {
          state.forget(description, rendition.height)
          run.ended(undefined)
        })
    }),
    Effect.ensuring(
      Effect.sync(() => {
        run.ended(undefined)
        state.runs.remove(run)
      })
    )
  )
}

/**
 * Schedule for checking whether the viewer has disconnected from the old run. The check is repeated for 3 s, because a player closes
 * its old request at about the same time as it sends a new one.
 */
const LEAVING = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(60))

/** Stops runs that the viewer no longer needs. Two encoders for one viewer would double the time to the first frame. */
const stopLeft = (state: HlsState, scope: Scope.Scope, videoId: string, viewer: string) =>
  Effect.suspend(() => {
    const since = performance.now()
    const stop = Effect.suspend(() => stopRuns(state.runs.abandonedBy(videoId, viewer, since)))
    return Effect.zipRight(stop, Effect.forkIn(Effect.repeat(stop, LEAVING), scope))
  })

export const stopRuns = (runs: ReadonlyArray<LiveRun>): Effect.Effect<void> =>
  Effect.forEach(runs, (run) => (run.fiber === undefined ? Effect.void : Fiber.interrupt(run.fiber)), {
    discard: true
  })

/** Waits up to 8 s for a slot. Players give up if the first byte takes longer than 10 s. */
const awaitRoom = (
  state: HlsState,
  { generation }: HlsDescription,
  videoId: string,
  rendition: Rendition,
  user: string | undefined
): Effect.Effect<void, HlsBusy> =>
  Effect.gen(function* () {
    const isCopy = rendition.mode === "copy"
    for (let i = 0; i < ROOM_TRIES; i++) {
      const toEvict = state.runs.runsToEvict({ videoId, generation, height: rendition.height, isCopy, user })
      if (toEvict !== undefined) return yield* stopRuns(toEvict)
      yield* Effect.sleep(ROOM_PAUSE)
    }
    const isOwn = !isCopy && state.runs.isUserFull(user)
    return yield* new HlsBusy({ retryAfterSeconds: 2, isOwn })
  })

/** Returns the requested bytes if they are cached. */
const cachedBytes = async (
  cache: VideoCache,
  question: SegmentName
): Promise<Extract<SegmentAnswer, { kind: "file" }> | undefined> => {
  const { n, part, rendition } = question
  const found = await cache.find(rendition.height, n, part)
  if (found === undefined) return undefined
  const etag = etagOf(question, [found.size, Math.floor(found.mtimeMs)])
  if (part === undefined) return { kind: "file", path: found.path, size: found.size, offset: 0, etag }
  const offsets = await readPartOffsets(found)
  const offset = offsets[part - found.firstPart]
  if (offset === undefined) return undefined
  const size = (offsets[part - found.firstPart + 1] ?? found.size) - offset
  return { kind: "file", path: found.path, size, offset, etag }
}

const etagOf = ({ description, n, part, rendition }: SegmentName, content: ReadonlyArray<number>): string =>
  `"${[description.generation.slice(0, 12), rendition.height, n, part ?? "all", ...content].join("-")}"`

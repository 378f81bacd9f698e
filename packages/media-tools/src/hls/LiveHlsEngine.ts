import { AssetFailure } from "@media/assets/AssetErrors"
import { AssetStore } from "@media/assets/AssetStore"
import { liveAssetStore } from "@media/assets/LiveAssetStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import { MediaProcess } from "../MediaProcess.ts"
import { hlsCacheLimitConfig, hlsPresetConfig } from "../MediaToolsConfig.ts"
import { MASTER_NAME } from "./CachePaths.ts"
import { describeSource, requireUnchanged } from "./Describe.ts"
import { fromDisk } from "./Failures.ts"
import { fillCache } from "./Fill.ts"
import { failureAt, type Findings } from "./Findings.ts"
import {
  type HlsDescription,
  HlsEngine,
  type HlsEngineShape,
  type HlsSource,
  type MasterOptions
} from "./HlsEngine.ts"
import { type HlsUnavailable, SegmentOutOfRange, UnknownRendition } from "./HlsErrors.ts"
import { type HlsEngineOptions, HlsState } from "./HlsState.ts"
import { keepRoom } from "./KeepRoom.ts"
import { statusOf } from "./HlsStatusOf.ts"
import { masterPlaylist, partsPlaylist, variantPlaylist } from "./Playlists.ts"
import { mayHaveParts, partStarts, partAt } from "./SegmentParts.ts"
import { segmentCount } from "./SegmentTable.ts"
import { peekSegment, serveSegment, stopRuns } from "./ServeSegment.ts"
import { choiceName, withChosenAudio } from "./TrackChoice.ts"
import { isAudioBack } from "./UsualAudio.ts"

/** Creates an engine that uses `options.cacheDir`. Closing the layer's scope stops every run. */
export const liveHlsEngine = (options: HlsEngineOptions): Layer.Layer<HlsEngine, never, MediaProcess> =>
  Layer.scoped(
    HlsEngine,
    Effect.gen(function* () {
      const store = yield* AssetStore
      const state = new HlsState(options, yield* MediaProcess, store, availableParallelism())
      // Without a cache, all functions except conversion still work. Each use of the cache tries to prepare it again,
      // and reports the error.
      yield* Effect.mapError(store.prepare(state.assets), fromDisk).pipe(
        Effect.catchAll(({ reason }) =>
          Effect.logWarning(`${reason}: videos cannot be converted, only played in their original format`)
        )
      )
      yield* Effect.forkScoped(reapIdleRuns(state))
      return makeEngine(state, yield* Effect.scope)
    })
  ).pipe(Layer.provide(liveAssetStore))

/**
 * Creates an engine with the preset and limits from the environment. For `hardwareChoice`, see
 * `HlsEngineOptions.hardware`.
 */
export const liveHlsEngineFromConfig = <R>(
  cacheDir: string,
  hardwareChoice: Effect.Effect<NonNullable<HlsEngineOptions["hardware"]>, never, R>
) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const hardware = yield* hardwareChoice
      const preset = yield* hlsPresetConfig
      const gib = yield* hlsCacheLimitConfig
      return liveHlsEngine({
        cacheDir,
        hardware,
        ...(Option.isSome(preset) ? { preset: preset.value } : {}),
        ...(Option.isSome(gib) ? { limits: { maxBytes: gib.value * 1024 ** 3 } } : {})
      })
    })
  )

const REAP_EVERY = "5 seconds"
const REMEMBERED_DESCRIPTIONS = 200
const UNCHANGED_FOR_MS = 1_000
const TOUCH_EVERY_MS = 60_000
const AUDIO_CHECK_MS = 3_600_000

const makeEngine = (state: HlsState, scope: Scope.Scope): HlsEngineShape => {
  const descriptions = new Map<string, HlsDescription>()
  const checked = new Map<string, number>()
  const touched = new Map<string, number>()
  const audioChecked = new Map<string, number>()
  const room = keepRoom(scope)
  const oneFill = Effect.unsafeMakeSemaphore(1)
  const oneOpen = Effect.unsafeMakeSemaphore(1)

  const describe = (source: HlsSource) =>
    Effect.suspend(() => {
      const key = `${source.id}/${source.sizeBytes}/${source.mtimeMs}/${choiceName(source.tracks)}`
      const known = descriptions.get(key)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(describeSource(source, state.options), (description) => {
        remember(descriptions, key, description)
      })
    }).pipe(Effect.withSpan("Hls.describe"))

  /**
   * Checks the file at most once a second per video, so that segments do not wait for a `stat` on a dead network share.
   */
  const unchanged = (source: HlsSource) =>
    Effect.suspend(() => {
      const key = `${source.id}/${source.sizeBytes}/${source.mtimeMs}`
      const last = checked.get(key)
      if (last !== undefined && performance.now() - last < UNCHANGED_FOR_MS) return Effect.void
      return Effect.tap(requireUnchanged(source), () => remember(checked, key, performance.now()))
    })

  /**
   * Marks the video as in use, at most once a minute. Called for each segment, because playing cached segments starts
   * no run that would mark the video.
   */
  const touch = (source: HlsSource) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now - (touched.get(source.id) ?? 0) < TOUCH_EVERY_MS) return
      remember(touched, source.id, now)
      yield* Effect.promise(() => state.folder(source.id).touch(now))
    })

  const open = (source: HlsSource, description: HlsDescription): Effect.Effect<void, HlsUnavailable> =>
    Effect.gen(function* () {
      const choice = choiceName(source.tracks)
      // If tracks are chosen, the video's main folder is opened too. The main folder records the source of the video
      // and the time when the video was last used.
      if (choice !== "") {
        const usual = withoutChoice(source)
        yield* open(usual, yield* describe(usual))
      }
      // Folders are opened one at a time. Otherwise, if two requests opened the folder at the same time, the second one
      // would delete files of the first.
      yield* oneOpen.withPermits(1)(
        Effect.tryPromise({ try: () => state.cache(source).open(source, description), catch: fromDisk })
      )
      yield* touch(source)
      yield* stopRuns(
        state.runs
          .ofVideo(source.id)
          .filter(({ options }) => options.choice === choice && options.generation !== description.generation)
      )
    })

  const measureRoom = (source: HlsSource) =>
    Effect.mapError(
      state.store.enforceBound(state.assets, (id) => id === source.id || state.isBusy(id)),
      fromDisk
    )

  const lease = ({ id }: HlsSource) =>
    Effect.mapError(
      state.store.lease(state.assets, id, () => state.isBusy(id)),
      fromDisk
    )

  const prepare = (source: HlsSource, description: HlsDescription) =>
    Effect.gen(function* () {
      yield* unchanged(source)
      yield* open(source, description)
      yield* lease(source)
      yield* room.beforeRun(measureRoom(source))
    })

  const rendition = (renditions: HlsDescription["renditions"], height: number) => {
    const found = renditions.find((candidate) => candidate.height === height)
    const heights = renditions.map((candidate) => candidate.height)
    return found === undefined
      ? Effect.fail(new UnknownRendition({ height, heights }))
      : Effect.succeed(found)
  }

  const nameOf = (source: HlsSource, height: number, n: number, part: number | undefined) =>
    Effect.gen(function* () {
      const description = yield* describe(source)
      const found = yield* rendition(description.renditions, height)
      const segments = segmentCount(description.table)
      if (!Number.isInteger(n) || n < 0 || n >= segments) return yield* new SegmentOutOfRange({ n, segments })
      if (part !== undefined && !(part in partStarts(description.table, n, found.mode)))
        return yield* new SegmentOutOfRange({ n, segments })
      return { source, description, rendition: found, n, part }
    })

  const segment: HlsEngineShape["segment"] = Effect.fn("Hls.segment")(function* (
    source,
    height,
    n,
    { part, user, viewer } = {}
  ) {
    const name = yield* nameOf(source, height, n, part)
    const { description } = name
    yield* requireGeneration(state, source, description, open(source, description))
    yield* touch(source)
    return yield* serveSegment(state, scope, {
      ...name,
      // Only the encoder gets facts that are changed for the chosen audio track. The cached facts about the video and
      // the name of its main folder always describe the unmodified file.
      source: { ...source, probe: withChosenAudio(source.probe, source.tracks) },
      viewer,
      user,
      prepare: prepare(source, description)
    })
  })

  /**
   * Starts creating the segment at which the player will start, before the player requests it. Failures are ignored,
   * because the player's own request fails in the same way and reports the failure.
   */
  const beginAt = (source: HlsSource, { renditions, table }: HlsDescription, options: MasterOptions) =>
    Effect.suspend(() => {
      const lowest = renditions.at(-1)
      if (options.at === undefined || lowest === undefined || renditions[0]?.mode === "copy")
        return Effect.void
      const first = partAt(table, options.at)
      return Effect.ignore(segment(source, lowest.height, first.n, { ...options, part: first.part }))
    })

  /**
   * Checks at most once an hour whether the audio can be decoded again. Otherwise a file with damaged audio would be
   * read on each request.
   */
  const restoreAudio = (source: HlsSource, description: HlsDescription, findings: Findings) =>
    Effect.gen(function* () {
      const key = `${source.id}/${description.generation}`
      const now = performance.now()
      if (
        findings.audioTrack === undefined ||
        now - (audioChecked.get(key) ?? -AUDIO_CHECK_MS) < AUDIO_CHECK_MS
      )
        return
      remember(audioChecked, key, now)
      if (!(yield* isAudioBack(state, source, findings))) return
      yield* Effect.logInfo("Converting a video again, because its default audio track can now be decoded", {
        videoId: source.id
      })
      yield* stopRuns(state.runs.ofVideo(source.id))
      yield* Effect.tryPromise({ try: () => state.cache(source).remove(), catch: fromDisk })
      yield* open(source, description)
    })

  return {
    describe,
    master: Effect.fn("Hls.master")(function* (source, options = {}) {
      yield* unchanged(source)
      const description = yield* describe(source)
      yield* open(source, description)
      const findings = yield* Effect.tryPromise({
        try: () => state.cache(source).findings(description.generation),
        catch: fromDisk
      })
      yield* restoreAudio(source, description, findings)
      const failures = description.renditions.map(({ height }) => failureAt(findings, height, 0))
      if (failures[0] !== undefined && !failures.includes(undefined)) return yield* failures[0]
      yield* Effect.forkIn(beginAt(source, description, options), scope)
      return masterPlaylist(description.table, description.renditions, { ...options, tracks: source.tracks })
    }),
    variant: Effect.fn("Hls.variant")(function* (source, height, options = {}) {
      const { renditions, table } = yield* describe(source)
      const found = yield* rendition(renditions, height)
      const query = { ...options, tracks: source.tracks }
      return options.hasParts === true && mayHaveParts(table)
        ? partsPlaylist(table, found, query)
        : variantPlaylist(table, height, undefined, query)
    }),
    segment,
    peek: Effect.fn("Hls.peek")(function* (source, height, n, part) {
      const name = yield* nameOf(source, height, n, part)
      const stamp = yield* Effect.tryPromise({ try: () => state.cache(source).stamp(), catch: fromDisk })
      if (stamp?.generation !== name.description.generation) return Option.none()
      return Option.fromNullable(yield* peekSegment(state, name))
    }),
    status: (source) =>
      Effect.gen(function* () {
        const isUnchanged = yield* Effect.isSuccess(unchanged(source))
        const description = yield* describe(source)
        return yield* Effect.tryPromise({
          try: () => statusOf(state, source, description, isUnchanged),
          catch: fromDisk
        })
      }).pipe(
        Effect.catchTag("HlsUnavailable", (failure) =>
          Effect.succeed({ state: "failed" as const, renditions: [], progress: 0, error: failure.reason })
        ),
        Effect.withSpan("Hls.status")
      ),
    fill: (source, onProgress) =>
      Effect.flatMap(describe(source), (description) =>
        oneFill.withPermits(1)(
          fillCache(state, {
            source,
            description,
            prepare: prepare(source, description),
            room: Effect.zipRight(touch(source), room.measured(measureRoom(source))),
            onProgress
          })
        )
      ),
    // A run that is paused, because its viewer stopped reading or disconnected, uses no CPU.
    isEncoding: Effect.sync(() => state.runs.all().some((run) => !run.options.isCopy && !run.isPaused())),
    encoderStarted: Effect.async((resume) => Effect.sync(state.runs.onEncode(() => resume(Effect.void)))),
    invalidate: Effect.fn("Hls.invalidate")(function* (id, since = Number.POSITIVE_INFINITY) {
      const begun = yield* Effect.tryPromise({
        try: () => state.folder(id).madeAt(MASTER_NAME),
        catch: fromDisk
      })
      if (begun >= since) return
      yield* stopRuns(state.runs.ofVideo(id))
      yield* Effect.tryPromise({ try: () => state.folder(id).remove(), catch: fromDisk })
    }),
    sweep: (existing) =>
      state.store
        .sweep(state.assets, (id) => state.isBusy(id), existing)
        .pipe(
          Effect.catchIf(
            (error) => error instanceof AssetFailure,
            (error) => Effect.fail(fromDisk(error))
          ),
          Effect.withSpan("Hls.sweep")
        )
  }
}

const withoutChoice = ({ tracks: _, ...source }: HlsSource): HlsSource => source

/** Prevents segments of another generation from being served, even if the master playlist was not requested first. */
const requireGeneration = (
  state: HlsState,
  source: HlsSource,
  description: HlsDescription,
  open: Effect.Effect<void, HlsUnavailable>
) =>
  Effect.tryPromise({ try: () => state.cache(source).stamp(), catch: fromDisk }).pipe(
    Effect.flatMap((present) => (present?.generation === description.generation ? Effect.void : open))
  )

const reapIdleRuns = (state: HlsState) =>
  Effect.forever(
    Effect.zipRight(
      Effect.sleep(REAP_EVERY),
      Effect.suspend(() => stopRuns(state.runs.expired()))
    )
  )

/** Adds an entry and evicts the oldest entry if there are too many. A Map keeps the insertion order. */
const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size > REMEMBERED_DESCRIPTIONS) map.delete(map.keys().next().value!)
}

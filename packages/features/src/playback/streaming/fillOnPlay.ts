import { enqueue } from "@media/jobs/Enqueue"
import { HlsEngine, type HlsSource } from "@media/media-tools/hls/HlsEngine"
import type {
  HlsBusy,
  HlsUnavailable,
  SegmentOutOfRange,
  UnknownRendition
} from "@media/media-tools/hls/HlsErrors"
import { segmentCount } from "@media/media-tools/hls/SegmentTable"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { VideoSource } from "../../media/videos/source.ts"
import { previewOf, previewOncePlayed } from "../previews/queue.ts"
import { makeRealPlay } from "./realPlay.ts"

const play = makeRealPlay()

const queueFill = ({ id, label }: VideoSource) =>
  Effect.orDie(enqueue([previewOf(id, label, "playback", false)]))

/**
 * True unless the conversion is complete, has failed permanently (only "rebuild" retries it), or does not fit in the
 * cache.
 */
const isFillable = (hls: HlsSource, source: VideoSource) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { isTooLarge, state } = yield* engine.status(hls)
    return state !== "fresh" && state !== "failed" && source.playbackFailure === null && isTooLarge !== true
  })

/** Records that the viewer opened the player. Queues the conversion, which starts only when the video is played. */
export const playerOpened = (viewer: string, hls: HlsSource, source: VideoSource) =>
  Effect.gen(function* () {
    play.opened(viewer, hls.id)
    if (yield* isFillable(hls, source))
      yield* Effect.orDie(enqueue([previewOncePlayed(source.id, source.label, "playback")]))
  })

/** Queues the conversion of the whole video when the viewer actually plays the video. */
export const fillOncePlayed = (viewer: string, hls: HlsSource, source: VideoSource, n: number) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { table } = yield* engine.describe(hls)
    if (!play.asked(viewer, hls.id, n, segmentCount(table))) return
    if (yield* isFillable(hls, source)) yield* queueFill(source)
  })

/**
 * Queues the conversion after a viewer reached a part that cannot be converted. The job fails at the same part and
 * records the failure. Therefore, the next user sees the failure on the page of the video before pressing Play.
 */
export const recordBroken =
  (source: VideoSource) =>
  (
    error: HlsUnavailable | HlsBusy | SegmentOutOfRange | UnknownRendition
  ): Effect.Effect<unknown, never, SqlClient> =>
    error._tag === "HlsUnavailable" &&
    !error.isTransient &&
    isOfTheFile.has(error.code) &&
    source.playbackFailure === null
      ? queueFill(source)
      : Effect.void

const isOfTheFile: ReadonlySet<HlsUnavailable["code"]> = new Set([
  "source-short",
  "unplayable",
  "stream-broken"
])

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
 * False for a complete conversion, a permanently failed one ("rebuild" retries it), and one that does not fit in the
 * cache.
 */
const isFillable = (hls: HlsSource, source: VideoSource) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { isTooLarge, state } = yield* engine.status(hls)
    return state !== "fresh" && state !== "failed" && source.playbackFailure === null && isTooLarge !== true
  })

/** The viewer opened the player. The conversion is queued, and starts when the video is played. */
export const playerOpened = (viewer: string, hls: HlsSource, source: VideoSource) =>
  Effect.gen(function* () {
    play.opened(viewer, hls.id)
    if (yield* isFillable(hls, source))
      yield* Effect.orDie(enqueue([previewOncePlayed(source.id, source.label, "playback")]))
  })

/** Converts a whole video once it is played. A video that is only opened is not converted. */
export const fillOncePlayed = (viewer: string, hls: HlsSource, source: VideoSource, n: number) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const { table } = yield* engine.describe(hls)
    if (!play.asked(viewer, hls.id, n, segmentCount(table))) return
    if (yield* isFillable(hls, source)) yield* queueFill(source)
  })

/**
 * A viewer reached a part that cannot be converted. The job reaches it too and records the failure at the video, where
 * everyone sees it before they press Play.
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

import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import type { TrackChoice } from "@media/media-tools/hls/TrackChoice"
import { unfinished } from "@media/jobs/JobRuns"
import type { Principal } from "@media/wire/Security"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sourceFor } from "../../media/videos/source.ts"
import type { HlsStatus } from "./contract.ts"
import { toHlsSource } from "./hlsSource.ts"
import { tracksOf, withTracks } from "./tracks.ts"

/**
 * Returns the progress of a video's HLS cache, and the job that fills the cache. The caller must be able to see the
 * video.
 */
export const hlsStatus = Effect.fn("playback.hlsStatus")(function* (
  principal: Principal,
  id: string,
  choice: { readonly [K in keyof TrackChoice]: TrackChoice[K] | undefined }
) {
  const found = yield* sourceFor(principal, id)
  if (Option.isNone(found)) return yield* new NotFound({ what: "video" })
  const source = found.value
  const hls = toHlsSource(source)
  if (Option.isNone(hls)) {
    const state = source.status === "failed" ? "failed" : "absent"
    const error = source.failure === null ? {} : { error: source.failure }
    return { state, renditions: [], progress: 0, ...error } satisfies HlsStatus
  }
  const engine = yield* HlsEngine
  const { audio, subtitle } = choice
  const chosen = withTracks(hls.value, {
    ...(audio === undefined ? {} : { audio }),
    ...(subtitle === undefined ? {} : { subtitle })
  })
  if (Option.isNone(chosen)) return yield* new NotFound({ what: "track" })
  const status = yield* engine.status(chosen.value)
  const run = yield* unfinished("preview", id)
  const isFilling = run?.status === "queued" || run?.status === "started"
  const hasFailed = source.playbackFailure !== null && status.state !== "fresh"
  const error =
    (hasFailed ? source.playbackFailure : undefined) ??
    status.error ??
    (run?.status === "failed" ? run.error?.message : undefined)
  return {
    state: hasFailed
      ? ("failed" as const)
      : status.state === "absent" && isFilling
        ? ("generating" as const)
        : status.state,
    renditions: status.renditions,
    progress: status.progress,
    ...(status.speed === undefined ? {} : { speed: status.speed }),
    ...(status.etaSeconds === undefined ? {} : { etaSeconds: status.etaSeconds }),
    ...(run === undefined ? {} : { jobRunId: run.id }),
    ...(status.warnings === undefined ? {} : { warnings: status.warnings }),
    tracks: tracksOf(hls.value.probe),
    ...(error === undefined || status.state === "fresh" ? {} : { error })
  } satisfies HlsStatus
})

import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import { millisOfUuidv7 } from "@media/kernel/Ids"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makePreviews } from "../previews/make.ts"
import { videoDecider, type VideoCommand } from "../../media/videos/decider.ts"
import { sourceById } from "../../media/videos/source.ts"
import { toHlsSource } from "./hlsSource.ts"
import { preview } from "../previews/queue.ts"

const record = (videoId: string, command: VideoCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: videoId, decider: videoDecider, command, meta: { cause: "preview" } })
  ).pipe(
    // The file was replaced in the meantime, so the result no longer applies.
    Effect.catchTag("ProbeOutdated", () => Effect.void)
  )

const restore = (videoId: string) => record(videoId, { _tag: "RestorePlayback" })

/**
 * Completes the HLS cache of a video: converts all segments that playback has not converted yet, and verifies the
 * result. With `only`, makes the thumbnails and the clip instead. A rebuild makes the thumbnails and the clip first,
 * and then completes the HLS cache.
 */
export const previewProcessor = processor(preview, ({ only, rebuild, videoId }, context) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const found = yield* sourceById(videoId)
    if (Option.isNone(found)) return { skipped: "The video was removed" }
    const source = toHlsSource(found.value)
    if (found.value.status === "missing")
      return yield* new PermanentFailure({ message: "The file is missing" })
    if (Option.isNone(source)) {
      return yield* found.value.failure === null
        ? new RetryableFailure({ message: "The file has not been examined yet" })
        : new PermanentFailure({ message: found.value.failure })
    }
    if (only === "previews") return yield* makePreviews(found.value, context, rebuild === true)
    const cleared =
      rebuild === true
        ? restore(videoId).pipe(
            Effect.zipRight(engine.invalidate(videoId, millisOfUuidv7(context.jobRunId))),
            Effect.zipRight(makePreviews(found.value, context, true))
          )
        : Effect.void
    const filled = engine.fill(source.value, ({ fraction, segmentsReady, segmentsTotal, speed }) =>
      context.progress({
        percent: Math.round(fraction * 1000) / 10,
        phase: `${segmentsReady} of ${segmentsTotal} segments`,
        detail: { speed }
      })
    )
    yield* context.progress({ percent: 0, phase: "Preparing the video for streaming" })
    const report = yield* Effect.zipRight(cleared, filled).pipe(
      Effect.catchTags({
        HlsBusy: (error) => Effect.fail(new RetryableFailure({ message: error.message })),
        HlsUnavailable: (error) =>
          error.isTransient
            ? Effect.fail(new RetryableFailure({ message: error.reason }))
            : error.code === "cache-too-small"
              ? // The video is still playable, because it is converted during playback.
                Effect.fail(new PermanentFailure({ message: error.reason }))
              : Effect.zipRight(
                  record(videoId, {
                    _tag: "RecordPlaybackFailure",
                    size: found.value.size,
                    mtimeMs: found.value.mtimeMs,
                    reason: error.reason
                  }),
                  Effect.fail(new PermanentFailure({ message: error.reason }))
                )
      })
    )
    yield* restore(videoId)
    return { ...report }
  })
)

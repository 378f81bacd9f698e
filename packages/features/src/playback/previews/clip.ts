import { DISK_FULL } from "@media/assets/AssetErrors"
import { RetryableFailure } from "@media/jobs/Failures"
import { frameSizeOf } from "@media/media-tools/frames/FrameSize"
import { makeClip as writeClip } from "@media/media-tools/frames/MotionClip"
import type { MediaProcessFailed } from "@media/media-tools/MediaToolErrors"
import { PreviewStore } from "@media/pictures/PreviewStore"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { isAdjacent } from "../../library/storage/served.ts"
import { record } from "./record.ts"
import { type PreviewSubject, versionOf } from "./subject.ts"

/** The longer side of the clip in pixels. */
const LONGEST = 640

/** Makes the clip of a video. Returns the version of the clip, or undefined if no clip can be made. */
export const makeClip = (subject: PreviewSubject) =>
  Effect.gen(function* () {
    const { context, facts, id, madeSince, path, stamp, video } = subject
    const store = yield* PreviewStore
    const size = frameSizeOf(video, LONGEST)
    const fail = (reason: string) =>
      Effect.as(
        record(id, { _tag: "RecordFailure", failed: { ...stamp, product: "clip", reason } }),
        undefined
      )
    if (size === undefined) return yield* fail("The size of the video is not known.")
    const version = versionOf(subject, ["clip", LONGEST])
    const made = record(id, { _tag: "RecordClip", made: { ...stamp, version, ...size } })
    const isThere =
      (yield* store.hasClip(id, version, madeSince)) ||
      (madeSince === 0 && (yield* isAdjacent(id, store.clipPath(id, version))))
    if (isThere) {
      yield* made
      return version
    }
    yield* context.progress({ percent: 92, phase: "Preview clip" })
    const to = join(yield* context.scratchDir, "clip.mp4")
    const isMade = yield* writeClip({ path, video, size, duration: facts.durationSeconds, to }).pipe(
      Effect.as(true),
      Effect.catchTag(
        "MediaProcessFailed",
        (failure): Effect.Effect<boolean, MediaProcessFailed | RetryableFailure> => {
          if (failure.signal !== null) return Effect.fail(failure)
          return /no space left/i.test(failure.stderrTail)
            ? Effect.fail(new RetryableFailure({ message: DISK_FULL }))
            : Effect.succeed(false)
        }
      )
    )
    if (!isMade || !(yield* store.keepClip(id, version, to)))
      return yield* fail("No part of this video can be decoded.")
    yield* made
    return version
  }).pipe(Effect.withSpan("previews.clip"))

import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import { lookOf } from "./policy.ts"

/**
 * A file that was modified less than this many milliseconds ago may still be written. Download clients write every
 * second or two.
 */
export const settledAfterMillis = 10_000
/** The wait doubles each time the file has changed, up to this many seconds, because a download may take a day. */
const longestWaitSeconds = 300

/**
 * The file may still change, so a delayed job examines it again later. At most one such job waits per video. Called
 * inside that job, it makes the job run once more. `looks` is the number of successive checks that found the file
 * changed.
 */
export const lookAgain = Effect.fn("videos.lookAgain")(function* (
  video: { readonly id: string; readonly label: string },
  looks: number
) {
  const wait = Math.min(longestWaitSeconds, (settledAfterMillis / 1_000) * 2 ** Math.min(looks, 10))
  yield* enqueue([lookOf(video.id, video.label, wait)])
})

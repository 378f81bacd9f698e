import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import { lookOf } from "./policy.ts"

/**
 * Time in milliseconds after the last modification during which a file may still be written to. Download clients write
 * every second or two.
 */
export const settledAfterMillis = 10_000
/** Maximum delay in seconds. The delay doubles each time the file has changed, because a download may take a day. */
const longestWaitSeconds = 300

/**
 * Queues a delayed check of a file that may still change. At most one such check per video is queued. If this function
 * is called while the check is running, the check runs once more afterwards. `looks` is the number of consecutive
 * checks that found a changed file.
 */
export const lookAgain = Effect.fn("videos.lookAgain")(function* (
  video: { readonly id: string; readonly label: string },
  looks: number
) {
  const wait = Math.min(longestWaitSeconds, (settledAfterMillis / 1_000) * 2 ** Math.min(looks, 10))
  yield* enqueue([lookOf(video.id, video.label, wait)])
})

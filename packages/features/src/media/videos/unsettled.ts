import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import { lookOf } from "./policy.ts"

/** A file that was modified less than this ago may still be written. Download clients write every second or two. */
export const settledAfterMillis = 10_000
/** The wait doubles each time the file has changed, up to this: a download may take a day. */
const longestWaitSeconds = 300

/**
 * The file may still change: a delayed job examines it again later. At most one waits per video; called in that job
 * itself, it makes the job run once more. `looks`: how many have found the file changed, 0 if the last one did not.
 */
export const lookAgain = Effect.fn("videos.lookAgain")(function* (
  video: { readonly id: string; readonly label: string },
  looks: number
) {
  const wait = Math.min(longestWaitSeconds, (settledAfterMillis / 1_000) * 2 ** Math.min(looks, 10))
  yield* enqueue([lookOf(video.id, video.label, wait)])
})

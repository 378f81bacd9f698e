import type { FollowUp } from "../../FollowUp.ts"
import { previewsOf } from "./queue.ts"

/** Queues previews after a video was probed, if an administrator has turned on previews. */
export const previewFollowUp: FollowUp = {
  after: ["media-probe"],
  jobs: ({ id, label, triggeredBy }, settings) =>
    settings.generate_trickplay || settings.generate_preview_clips ? [previewsOf(id, label, triggeredBy)] : []
}

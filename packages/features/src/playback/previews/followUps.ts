import type { FollowUp } from "../../FollowUp.ts"
import { previewsOf } from "./queue.ts"

/** Queues previews when an administrator switches them on. */
export const previewFollowUp: FollowUp = {
  after: ["media-probe"],
  jobs: ({ id, label, triggeredBy }, settings) =>
    settings.generate_trickplay || settings.generate_preview_clips ? [previewsOf(id, label, triggeredBy)] : []
}

import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const preview = queue({
  name: "preview",
  label: "Preview and streaming",
  payload: Schema.Struct({
    videoId: Uuid,
    /** True if the existing files are deleted and regenerated. */
    rebuild: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /**
     * Set if the job makes only the thumbnails and the clip. The conversion for streaming starts when the video is
     * played.
     */
    only: Schema.optionalWith(Schema.Literal("previews"), { exact: true })
  })
})

/**
 * Returns the job that converts a video for streaming. If such a job is already queued, another request has no effect.
 * The job yields to playback, unless a user requested a rebuild.
 */
export const previewOf = (videoId: string, label: string, triggeredBy: string, rebuild: boolean) =>
  enqueueItem(preview, {
    payload: rebuild ? { videoId, rebuild } : { videoId },
    target: { type: "video", id: videoId, label },
    dedupeKey: rebuild ? `${videoId}/rebuild` : videoId,
    triggeredBy,
    priority: rebuild ? workOrder.requested : workOrder.streaming
  })

/**
 * Time in seconds that the job waits for playback after a player was opened. If playback starts later, a new job is
 * queued.
 */
const WAIT_FOR_PLAY_SECONDS = 600

/**
 * Returns the job for a video whose player was only opened. The job waits until the video is played. If that does not
 * happen, the job is canceled, because a user who opens fifty videos must not cause fifty conversions.
 */
export const previewOncePlayed = (videoId: string, label: string, triggeredBy: string) => ({
  ...previewOf(videoId, label, triggeredBy, false),
  delaySeconds: WAIT_FOR_PLAY_SECONDS,
  waitsFor: { reason: "Starts when the video is played", otherwise: "The video was not played" }
})

/**
 * Returns the job that makes the thumbnails and the clip of a video. At most one such job per video is queued. If the
 * job is requested while it runs, it runs again afterwards.
 */
export const previewsOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(preview, {
    payload: { videoId, only: "previews" },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: `${videoId}/previews`,
    triggeredBy,
    priority: workOrder.previews
  })

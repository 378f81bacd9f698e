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
    /** Deletes existing files and makes them again. */
    rebuild: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /** Makes only trickplay and the clip. The conversion for streaming begins when the video is played. */
    only: Schema.optionalWith(Schema.Literal("previews"), { exact: true })
  })
})

/**
 * At most one job per video: a request has no effect while another one waits. Yields to viewers, unless someone
 * requested a rebuild.
 */
export const previewOf = (videoId: string, label: string, triggeredBy: string, rebuild: boolean) =>
  enqueueItem(preview, {
    payload: rebuild ? { videoId, rebuild } : { videoId },
    target: { type: "video", id: videoId, label },
    dedupeKey: rebuild ? `${videoId}/rebuild` : videoId,
    triggeredBy,
    priority: rebuild ? workOrder.requested : workOrder.streaming
  })

/** A player that is paused right after it was opened may still be played. A later start is queued again. */
const WAIT_FOR_PLAY_SECONDS = 600

/**
 * The job for a video whose player was only opened. `previewOf` starts the run, which is canceled if no one plays the
 * video: opening fifty videos must not convert fifty.
 */
export const previewOncePlayed = (videoId: string, label: string, triggeredBy: string) => ({
  ...previewOf(videoId, label, triggeredBy, false),
  delaySeconds: WAIT_FOR_PLAY_SECONDS,
  waitsFor: { reason: "Starts when the video is played", otherwise: "The video was not played" }
})

/**
 * The job for trickplay and the clip of a video. At most one job per video waits; if requested while it runs, it runs
 * again.
 */
export const previewsOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(preview, {
    payload: { videoId, only: "previews" },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: `${videoId}/previews`,
    triggeredBy,
    priority: workOrder.previews
  })

import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const extractSubtitles = queue({
  name: "extract-subtitles",
  label: "Subtitle extraction",
  payload: Schema.Struct({ videoId: Uuid })
})

/**
 * Returns the job that finds all subtitles of a video except uploaded subtitles. At most one such job per video is
 * queued. If the job is requested while it runs, it runs again afterwards.
 */
export const subtitlesOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(extractSubtitles, {
    payload: { videoId },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: videoId,
    triggeredBy
  })

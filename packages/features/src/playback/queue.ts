import { backgroundPriority, enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const preview = queue({
  name: "preview",
  label: "Preview and streaming",
  payload: Schema.Struct({
    videoId: Uuid,
    /** Throw away what there is and make it again. */
    rebuild: Schema.optionalWith(Schema.Boolean, { exact: true })
  })
})

/**
 * One at a time for a video; asking again while it waits changes nothing. It makes way for viewers, unless someone
 * has asked for a rebuild.
 */
export const previewOf = (videoId: string, label: string, triggeredBy: string, rebuild: boolean) =>
  enqueueItem(preview, {
    payload: rebuild ? { videoId, rebuild } : { videoId },
    target: { type: "video", id: videoId, label },
    dedupeKey: rebuild ? `${videoId}/rebuild` : videoId,
    triggeredBy,
    ...(rebuild ? {} : { priority: backgroundPriority })
  })

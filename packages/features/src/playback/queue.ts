import { backgroundPriority, enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const preview = queue({
  name: "preview",
  label: "Preview and streaming",
  payload: Schema.Struct({
    videoId: Uuid,
    /** Throw away what there is and make it again. */
    rebuild: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /** Trickplay and clip alone: the conversion for streaming begins when the video is played. */
    only: Schema.optionalWith(Schema.Literal("previews"), { exact: true })
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

/** Behind what viewers wait for, posters, and the conversion of what is played. */
const previewPriority = backgroundPriority + 10

/** Trickplay and clip of a video. One job of a video waits at most; asked for while it runs, it runs again. */
export const previewsOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(preview, {
    payload: { videoId, only: "previews" },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: `${videoId}/previews`,
    triggeredBy,
    priority: previewPriority
  })

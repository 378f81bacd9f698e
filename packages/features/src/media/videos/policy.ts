import { policy } from "@media/event-store/Policy"
import { plainText } from "@media/kernel/PlainText"
import { enqueueItem } from "@media/jobs/Enqueue"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { mediaProbe } from "./queue.ts"

/**
 * Returns the job that probes a video. At most one such job per video is queued. If the job is requested while it runs,
 * it runs again afterwards.
 */
export const probeOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(mediaProbe, {
    payload: { videoId },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: videoId,
    triggeredBy
  })

/**
 * Returns the job that checks after `delaySeconds` whether a file has changed again, because the file was still being
 * written.
 */
export const lookOf = (videoId: string, label: string, delaySeconds: number) =>
  enqueueItem(mediaProbe, {
    payload: { videoId, ifChanged: true },
    target: { type: "video", id: videoId, label: plainText(label) },
    delaySeconds,
    // The check has a different key than a probe. If the keys were the same, a probe that a user requests would be
    // dropped as a duplicate of this check. However, this check may not probe the file at all.
    dedupeKey: `${videoId}/look`,
    triggeredBy: "system"
  })

export const videosPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "video" ? [probeOf(streamId, event.path, "library-scan")] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "video" ? [probeOf(streamId, "Changed file", "library-scan")] : []
})

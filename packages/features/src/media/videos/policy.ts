import { policy } from "@media/event-store/Policy"
import { plainText } from "@media/kernel/PlainText"
import { enqueueItem } from "@media/jobs/Enqueue"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { mediaProbe } from "./queue.ts"

/** At most one probe of a video waits. If the file changes during a probe, the probe runs again. */
export const probeOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(mediaProbe, {
    payload: { videoId },
    target: { type: "video", id: videoId, label: plainText(label) },
    dedupeKey: videoId,
    triggeredBy
  })

/** A job that checks again, this many seconds later, a file that was being written. */
export const lookOf = (videoId: string, label: string, delaySeconds: number) =>
  enqueueItem(mediaProbe, {
    payload: { videoId, ifChanged: true },
    target: { type: "video", id: videoId, label: plainText(label) },
    delaySeconds,
    // A separate key, so that a person who requests an examination does not get only such a check.
    dedupeKey: `${videoId}/look`,
    triggeredBy: "system"
  })

export const videosPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "video" ? [probeOf(streamId, event.path, "library-scan")] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "video" ? [probeOf(streamId, "Changed file", "library-scan")] : []
})

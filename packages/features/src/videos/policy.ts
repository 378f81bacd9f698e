import { policy } from "@media/event-store/Policy"
import { enqueueItem } from "@media/jobs/Enqueue"
import type { VideoEvent } from "./events.ts"
import { mediaProbe } from "./queue.ts"

/** At most one probe of a video waits; a change during a probe has it done again. */
export const probeOf = (videoId: string, label: string, triggeredBy: string) =>
  enqueueItem(mediaProbe, {
    payload: { videoId },
    target: { type: "video", id: videoId, label },
    dedupeKey: videoId,
    triggeredBy
  })

export const videosPolicy = policy<VideoEvent>({
  "video.registered.v1": ({ event, streamId }) => [probeOf(streamId, event.path, "library-scan")],
  "video.file-changed.v1": ({ streamId }) => [probeOf(streamId, "Changed file", "library-scan")]
})

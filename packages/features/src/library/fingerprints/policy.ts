import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { fingerprintOf } from "./queue.ts"

const imageOf = (id: string, label: string) =>
  fingerprintOf({ id, kind: "image", label, triggeredBy: "library-scan" })

/**
 * Queues the hash job of an image as soon as a scan finds the image or its changed content. The hash job of a video is
 * queued after the probe (see `videos/processor.ts`).
 */
export const fingerprintsPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.path)] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, "Changed file")] : []
})

import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { pictureOf } from "./queue.ts"

const imageOf = (id: string, label: string) =>
  pictureOf({ id, kind: "image", label, triggeredBy: "library-scan" })

/** Images are examined as soon as they are found; videos after their probe, see `videos/processor.ts`. */
export const picturesPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.path)] : [],
  "item.entry-registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.name)] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, "Changed file")] : []
})

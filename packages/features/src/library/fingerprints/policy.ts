import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { fingerprintOf } from "./queue.ts"

const imageOf = (id: string, label: string) =>
  fingerprintOf({ id, kind: "image", label, triggeredBy: "library-scan" })

/** Images are hashed as soon as they are found, videos after their probe (see `videos/processor.ts`). */
export const fingerprintsPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.path)] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, "Changed file")] : []
})

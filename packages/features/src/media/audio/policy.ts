import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { trackProbeOf } from "./queue.ts"

export const audioPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "track" ? [trackProbeOf(streamId, event.path, "library-scan")] : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "track" ? [trackProbeOf(streamId, "Changed file", "library-scan")] : []
})

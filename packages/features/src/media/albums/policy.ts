import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { albumsGroupedOf } from "./queue.ts"

/**
 * Queues the grouping after files were moved, because the folder may identify the album. After tags changed, the probe
 * queues the grouping (see `audio/processor.ts`).
 */
export const albumsPolicy = policy<ItemEvent>({
  "item.file-moved.v1": ({ event }) => [albumsGroupedOf(event.libraryId, "Moved files", "library-scan")]
})

import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { albumsGroupedOf } from "./queue.ts"

/**
 * Regroups tracks after their files were moved, because untagged tracks are grouped by folder. When tags change, the
 * probe queues the grouping (see `audio/processor.ts`).
 */
export const albumsPolicy = policy<ItemEvent>({
  "item.file-moved.v1": ({ event }) => [albumsGroupedOf(event.libraryId, "Moved files", "library-scan")]
})

import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { albumsGroupedOf } from "./queue.ts"

/**
 * Groups tracks again after a move, because the folder may identify their album. The probe reports new tags itself, see
 * `audio/processor.ts`.
 */
export const albumsPolicy = policy<ItemEvent>({
  "item.file-moved.v1": ({ event }) => [albumsGroupedOf(event.libraryId, "Moved files", "library-scan")]
})

import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { albumsGroupedOf } from "./queue.ts"

/** Folders may be what an album is known by. What tags say is told by the examination, see `audio/processor.ts`. */
export const albumsPolicy = policy<ItemEvent>({
  "item.file-moved.v1": ({ event }) => [albumsGroupedOf(event.libraryId, "Moved files", "library-scan")]
})

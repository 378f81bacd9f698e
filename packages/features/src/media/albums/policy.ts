import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { albumsGroupedOf } from "./queue.ts"

/** An album may be identified by its folder. The examination reports tags, see `audio/processor.ts`. */
export const albumsPolicy = policy<ItemEvent>({
  "item.file-moved.v1": ({ event }) => [albumsGroupedOf(event.libraryId, "Moved files", "library-scan")]
})

import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { archiveReadingOf, groupingOf } from "./queue.ts"

/**
 * Queues the grouping of new images by folder and the reading of new archives, regardless of whether a scan or an
 * upload added the files.
 */
export const galleriesPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) => {
    if (event.kind === "gallery")
      return [
        archiveReadingOf(streamId, event.path, "library-scan"),
        groupingOf(event.rootId, "Folders with images", "library-scan")
      ]
    return event.kind === "image" ? [groupingOf(event.rootId, "Folders with images", "library-scan")] : []
  },
  "item.file-moved.v1": ({ event }) => [groupingOf(event.rootId, "Folders with images", "library-scan")],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "gallery" ? [archiveReadingOf(streamId, "Changed archive", "library-scan")] : []
})

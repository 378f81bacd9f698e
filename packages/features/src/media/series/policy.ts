import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import type { LibraryEvent } from "../../library/libraries/events.ts"
import type { SeriesEvent } from "./events.ts"
import { seriesScanOf } from "./queue.ts"

/**
 * Classifies new and moved videos from scans and uploads, episodes with reviewed numbers, and all videos of a library
 * whose settings changed.
 */
export const seriesPolicy = policy<ItemEvent | LibraryEvent | SeriesEvent>({
  "item.registered.v1": ({ event }) =>
    event.kind === "video" ? [seriesScanOf(event.libraryId, "New videos", "library-scan")] : [],
  "item.file-moved.v1": ({ event }) => [seriesScanOf(event.libraryId, "Moved files", "library-scan")],
  "video.numbered.v1": ({ event }) => [seriesScanOf(event.libraryId, "Reviewed numbers", "manual")],
  "video.renumbered.v1": ({ event }) => [seriesScanOf(event.libraryId, "Reviewed numbers", "manual")],
  "library.write-nfo-changed.v1": ({ streamId }) => [seriesScanOf(streamId, "Changed library", "system")],
  "library.videos-as-changed.v1": ({ streamId }) => [seriesScanOf(streamId, "Changed library", "system")]
})

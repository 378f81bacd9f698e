import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import type { LibraryEvent } from "../../library/libraries/events.ts"
import { seriesScanOf } from "./queue.ts"

/** Classifies new and moved videos from scans and uploads, and all videos of a library whose settings changed. */
export const seriesPolicy = policy<ItemEvent | LibraryEvent>({
  "item.registered.v1": ({ event }) =>
    event.kind === "video" ? [seriesScanOf(event.libraryId, "New videos", "library-scan")] : [],
  "item.file-moved.v1": ({ event }) => [seriesScanOf(event.libraryId, "Moved files", "library-scan")],
  "library.write-nfo-changed.v1": ({ streamId }) => [seriesScanOf(streamId, "Changed library", "system")],
  "library.videos-as-changed.v1": ({ streamId }) => [seriesScanOf(streamId, "Changed library", "system")]
})

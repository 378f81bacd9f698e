import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import type { RemovalEvent } from "../../catalog/items/removal.ts"
import type { LibraryEvent } from "../../library/libraries/events.ts"
import type { SeriesEvent } from "./events.ts"
import { seriesScanOf } from "./queue.ts"

/**
 * Queues the classification of a library after each of these changes:
 * - Videos were added, moved, deleted or restored.
 * - Reviewed episode numbers or library settings changed.
 * - Series were merged or separated.
 */
export const seriesPolicy = policy<ItemEvent | LibraryEvent | RemovalEvent | SeriesEvent>({
  "item.registered.v1": ({ event }) =>
    event.kind === "video" ? [seriesScanOf(event.libraryId, "New videos", "library-scan")] : [],
  "item.file-moved.v1": ({ event }) => [seriesScanOf(event.libraryId, "Moved files", "library-scan")],
  // If the primary file of a work was deleted, one of its other files must become the primary file.
  "item.trashed.v1": ({ event }) => [seriesScanOf(event.libraryId, "Deleted files", "library-scan")],
  "item.restored.v1": ({ event }) => [seriesScanOf(event.libraryId, "Restored files", "library-scan")],
  "video.numbered.v1": ({ event }) => [seriesScanOf(event.libraryId, "Changed episode numbers", "manual")],
  "video.renumbered.v1": ({ event }) => [seriesScanOf(event.libraryId, "Changed episode numbers", "manual")],
  "series.merged.v1": ({ event }) => [seriesScanOf(event.libraryId, "Merged series", "manual")],
  "series.split.v1": ({ event }) => [seriesScanOf(event.libraryId, "Separated series", "manual")],
  "library.write-nfo-changed.v1": ({ streamId }) => [
    seriesScanOf(streamId, "Changed library settings", "system")
  ],
  "library.nfo-watched-changed.v1": ({ streamId }) => [
    seriesScanOf(streamId, "Changed library settings", "system")
  ],
  "library.videos-as-changed.v1": ({ streamId }) => [
    seriesScanOf(streamId, "Changed library settings", "system")
  ]
})

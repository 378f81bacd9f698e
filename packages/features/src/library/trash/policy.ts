import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import { libraryMaintenance } from "../libraries/queue.ts"
import type { RemovalEvent } from "../../catalog/items/removal.ts"

/**
 * Returns the job that does the pending file operations of all trash entries: moving files to the trash, restoring them
 * or deleting them. If the job is requested while it is running, it runs once more afterwards.
 */
export const trashWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { trash: true },
    target: { type: "trash", id: "trash", label: "Trash" },
    dedupeKey: "trash",
    triggeredBy
  })

/** Queues the trash job in the same transaction as the event, so that a crash cannot lose the job. */
export const trashPolicy = policy<RemovalEvent>({
  "item.trashed.v1": ({ event }) => (event.withFile ? [trashWork("system")] : []),
  "item.restore-started.v1": () => [trashWork("system")],
  "item.purged.v1": ({ event }) => (event.withFile ? [trashWork("system")] : [])
})

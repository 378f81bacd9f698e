import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import { libraryMaintenance } from "../libraries/queue.ts"
import type { RemovalEvent } from "../../catalog/items/removal.ts"

/**
 * The job that moves and deletes the files named by events. One job handles all of them; if requested while it runs, it
 * checks again.
 */
export const trashWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { trash: true },
    target: { type: "trash", id: "trash", label: "Trash" },
    dedupeKey: "trash",
    triggeredBy
  })

/** Enqueued in the same transaction, so a crash cannot lose the work. */
export const trashPolicy = policy<RemovalEvent>({
  "item.trashed.v1": ({ event }) => (event.withFile ? [trashWork("system")] : []),
  "item.restore-started.v1": () => [trashWork("system")],
  "item.purged.v1": ({ event }) => (event.withFile ? [trashWork("system")] : [])
})

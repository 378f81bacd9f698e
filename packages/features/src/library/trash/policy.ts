import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import { libraryMaintenance } from "../libraries/queue.ts"
import type { RemovalEvent } from "../../catalog/items/removal.ts"

/** Moves and deletes the files that events have named. One job for all of them; asked for while it runs, it looks again. */
export const trashWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { trash: true },
    target: { type: "trash", id: "trash", label: "Trash" },
    dedupeKey: "trash",
    triggeredBy
  })

/** In the transaction of the event: whatever is killed after it, the job ends what was begun. */
export const trashPolicy = policy<RemovalEvent>({
  "item.trashed.v1": ({ event }) => (event.withFile ? [trashWork("system")] : []),
  "item.restore-started.v1": () => [trashWork("system")],
  "item.purged.v1": ({ event }) => (event.withFile ? [trashWork("system")] : [])
})

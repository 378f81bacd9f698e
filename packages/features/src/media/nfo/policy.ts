import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { sourcedFields } from "../../catalog/items/sourcedFields.ts"
import { libraryMaintenance } from "../../library/libraries/queue.ts"

const TARGET = "nfo-files"

/** Delay in seconds after the last edit of an item before the job starts. */
const QUIET_SECONDS = 5

/**
 * Returns the job that writes the NFO files of all libraries. If the job is requested while it runs, it runs again
 * afterwards.
 */
export const nfoWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { nfo: true },
    target: { type: TARGET, id: TARGET, label: "NFO files" },
    dedupeKey: TARGET,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })

const isWritten = (field: string): boolean => (sourcedFields as ReadonlyArray<string>).includes(field)

/**
 * Queues the job that writes NFO files after an item was edited. After a scan, the classification job queues it
 * instead.
 */
export const nfoPolicy = policy<ItemEvent>({
  "item.edited.v1": ({ event }) =>
    event.changes.some(({ field }) => isWritten(field)) ? [nfoWork("system")] : [],
  "item.sourced.v1": ({ event }) =>
    event.source === "user" || event.source === "scrape" ? [nfoWork("system")] : []
})

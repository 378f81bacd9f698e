import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { sourcedFields } from "../../catalog/items/sourcedFields.ts"
import { libraryMaintenance } from "../../library/libraries/queue.ts"

const TARGET = "nfo-files"

/** The job waits until there was no edit for this many seconds. */
const QUIET_SECONDS = 5

/** One job for all libraries. If requested while it runs, it runs again. */
export const nfoWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { nfo: true },
    target: { type: TARGET, id: TARGET, label: "NFO files" },
    dedupeKey: TARGET,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })

const isWritten = (field: string): boolean => (sourcedFields as ReadonlyArray<string>).includes(field)

/** Writes NFO files after an edit. The files for new scan results are written after their library was classified. */
export const nfoPolicy = policy<ItemEvent>({
  "item.edited.v1": ({ event }) =>
    event.changes.some(({ field }) => isWritten(field)) ? [nfoWork("system")] : [],
  "item.sourced.v1": ({ event }) =>
    event.source === "user" || event.source === "scrape" ? [nfoWork("system")] : []
})

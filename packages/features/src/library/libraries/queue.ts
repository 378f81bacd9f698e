import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** Kinds of generated files that may be deleted at any time, because the server regenerates them on demand. */
export const ClearableKind = Schema.Literal("posters", "sheets", "clips", "hls")
export type ClearableKind = typeof ClearableKind.Type

/** A change that a user requested for more items than one request can process in time. A job makes the change. */
const LargeChange = Schema.Struct({
  of: Schema.Literal("edit", "rule", "undo", "auto-tag"),
  accountId: Uuid,
  /** The batch id of the resulting events. */
  batchId: Uuid,
  /** The body of the request. It is decoded by the slice that handles this kind of change (`of`). */
  body: Schema.Unknown
})
export type LargeChange = typeof LargeChange.Type

/**
 * The queue for maintenance work. The payload selects the task:
 * - libraryId: deletes the library's items that are in none of its roots. If the library was removed, deletes all of
 *   its items.
 * - trash: finishes interrupted moves of files, and deletes items that have been in the trash for too long.
 * - change: makes a large change that a user requested.
 * - generatedFiles: moves generated files to their configured location, and deletes files without an item.
 * - clear: deletes all generated files of a kind.
 * - nfo: writes the NFO files of changed items.
 */
export const libraryMaintenance = queue({
  name: "library-maintenance",
  label: "Library maintenance",
  payload: Schema.Struct({
    libraryId: Schema.optionalWith(Uuid, { exact: true }),
    trash: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    generatedFiles: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    /** Writes the NFO files of libraries with NFO writing turned on. */
    nfo: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    clear: Schema.optionalWith(
      Schema.Struct({
        kind: ClearableKind,
        /** The library whose files are deleted. Omitted to delete the files of all libraries. */
        libraryId: Schema.optionalWith(Uuid, { exact: true })
      }),
      { exact: true }
    ),
    change: Schema.optionalWith(LargeChange, { exact: true })
  })
})

/**
 * Returns the job for a large change. All administrators see the label, so the label must not contain titles of items.
 */
export const largeChangeOf = (change: LargeChange, label: string) =>
  enqueueItem(libraryMaintenance, {
    payload: { change },
    target: { type: "change", id: change.batchId, label },
    dedupeKey: `change/${change.batchId}`,
    priority: workOrder.requested,
    batchId: change.batchId,
    triggeredBy: "manual"
  })

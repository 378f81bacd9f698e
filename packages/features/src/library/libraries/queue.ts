import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** Generated files that may be deleted at any time, because the server makes them again on demand. */
export const ClearableKind = Schema.Literal("posters", "sheets", "clips", "hls")
export type ClearableKind = typeof ClearableKind.Type

/** A change of more items than a request may take time for, started by an account. */
const LargeChange = Schema.Struct({
  of: Schema.Literal("edit", "rule", "undo", "auto-tag"),
  accountId: Uuid,
  /** The batch id of its events. */
  batchId: Uuid,
  /** The request, decoded by the slice of this kind of change. */
  body: Schema.Unknown
})
export type LargeChange = typeof LargeChange.Type

/**
 * Deletes rows of a library outside of its roots, or all rows if the library was removed. For the trash: finishes
 * started moves and deletes expired entries. For large changes: makes the change. For generated files: moves each to
 * its configured location and deletes those without an item, or deletes all of a kind. For NFO files: writes those
 * whose items changed.
 */
export const libraryMaintenance = queue({
  name: "library-maintenance",
  label: "Library maintenance",
  payload: Schema.Struct({
    libraryId: Schema.optionalWith(Uuid, { exact: true }),
    trash: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    generatedFiles: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    /** Writes the NFO files of libraries that have that setting. */
    nfo: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    clear: Schema.optionalWith(
      Schema.Struct({
        kind: ClearableKind,
        /** Absent for all libraries. */
        libraryId: Schema.optionalWith(Uuid, { exact: true })
      }),
      { exact: true }
    ),
    change: Schema.optionalWith(LargeChange, { exact: true })
  })
})

/** The job of a large change. All administrators see its label, so the label names no item. */
export const largeChangeOf = (change: LargeChange, label: string) =>
  enqueueItem(libraryMaintenance, {
    payload: { change },
    target: { type: "change", id: change.batchId, label },
    dedupeKey: `change/${change.batchId}`,
    priority: workOrder.requested,
    batchId: change.batchId,
    triggeredBy: "manual"
  })

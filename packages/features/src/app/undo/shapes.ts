import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

/** A value that was not undone. */
export const SkippedPart = Schema.Struct({
  target: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literal("item", "entity", "library"),
      id: Uuid,
      name: Schema.NullOr(Schema.String)
    })
  ),
  /** The name of the value, such as `title` or `tag/0192...`. */
  part: Schema.String,
  field: Schema.String,
  /** The value that the change had set. `found` is the current value. Entities and markers are shown by name. */
  expected: Value,
  found: Value,
  /**
   * The account that made the last change, or null if no account made the change. `at` is the time of the last change.
   */
  by: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  at: Schema.NullOr(Timestamp),
  /** The reason as a message for users. */
  reason: Schema.String
}).annotations({ identifier: "SkippedPart" })
export type SkippedPart = typeof SkippedPart.Type

/** Maximum number of skipped values in a response. */
export const mostSkippedListed = 100

export const UndoReport = Schema.Struct({
  /** The batch of the undo. Undo this batch to redo the change. Null if no change was undone. */
  batchId: Schema.NullOr(Uuid),
  /** Number of streams, such as items or entities, that were restored. */
  undone: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 100 skipped values. */
  skipped: Schema.Array(SkippedPart),
  /** True if a job performs the undo. `/api/history/batches/{batchId}` returns its progress. */
  isRunning: Schema.Boolean
}).annotations({ identifier: "UndoReport" })
export type UndoReport = typeof UndoReport.Type

/** The state of a change that is too large for a request and therefore made by a job. */
export const LargeChangeState = Schema.Struct({
  state: Schema.Literal("running", "done", "failed"),
  percent: Schema.Number,
  /** Number of changed items or streams. This number and the next two numbers are 0 until the job has ended. */
  changed: Schema.Int,
  unchanged: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 500 values that an edit skipped. `title` is null if the item is now hidden from the caller. */
  skipped: Schema.Array(
    Schema.Struct({
      id: Uuid,
      title: Schema.NullOr(Schema.String),
      field: Schema.NullOr(Schema.String),
      reason: Schema.Literal("locked", "conflict", "rejected"),
      message: Schema.String
    }).annotations({ identifier: "LeftAlone" })
  )
}).annotations({ identifier: "LargeChangeState" })
export type LargeChangeState = typeof LargeChangeState.Type

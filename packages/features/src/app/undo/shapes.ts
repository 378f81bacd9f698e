import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

/** A value that an undo skipped. */
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
  /** The value after the change, and the current value. Entities and markers are shown by name. */
  expected: Value,
  found: Value,
  /** The account and the time of the last change; null if it was not changed by an account. */
  by: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  at: Schema.NullOr(Timestamp),
  /** The reason as a sentence. */
  reason: Schema.String
}).annotations({ identifier: "SkippedPart" })
export type SkippedPart = typeof SkippedPart.Type

/** The most skipped values that one response lists. */
export const mostSkippedListed = 100

export const UndoReport = Schema.Struct({
  /** The batch of the undo; undo it to redo the change. Null if nothing was undone. */
  batchId: Schema.NullOr(Uuid),
  /** The number of things restored to their earlier values. */
  undone: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 100 skipped values. */
  skipped: Schema.Array(SkippedPart),
  /** True if a job undoes the rest: see `/api/history/batches/{batchId}`. */
  isRunning: Schema.Boolean
}).annotations({ identifier: "UndoReport" })
export type UndoReport = typeof UndoReport.Type

/** The state of a change that is too large for a request, during and after its job. */
export const LargeChangeState = Schema.Struct({
  state: Schema.Literal("running", "done", "failed"),
  percent: Schema.Number,
  /** Known after the job has ended. */
  changed: Schema.Int,
  unchanged: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 500 values that an edit did not change. Titles are null for items that the caller no longer sees. */
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

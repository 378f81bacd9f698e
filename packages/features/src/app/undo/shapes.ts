import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

/** A value that an undo left alone. */
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
  /** The value that the change left, and the present one; names of entities, titles of markers. */
  expected: Value,
  found: Value,
  /** The account that changed it last, and the time; null for a value that no one changed. */
  by: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  at: Schema.NullOr(Timestamp),
  /** A sentence. */
  reason: Schema.String
}).annotations({ identifier: "SkippedPart" })
export type SkippedPart = typeof SkippedPart.Type

/** The most skipped values that one answer lists. */
export const mostSkippedListed = 100

export const UndoReport = Schema.Struct({
  /** The batch of the new events: undo it to redo the change. Null if nothing was undone. */
  batchId: Schema.NullOr(Uuid),
  /** Number of things that have their earlier values again. */
  undone: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 100. */
  skipped: Schema.Array(SkippedPart),
  /** A job does the rest: see `/api/history/batches/{batchId}`. */
  isRunning: Schema.Boolean
}).annotations({ identifier: "UndoReport" })
export type UndoReport = typeof UndoReport.Type

/** A change of more items than a request may take time for, while a job makes it and afterwards. */
export const LargeChangeState = Schema.Struct({
  state: Schema.Literal("running", "done", "failed"),
  percent: Schema.Number,
  /** Known at the end. */
  changed: Schema.Int,
  unchanged: Schema.Int,
  skippedCount: Schema.Int,
  /** The first 500 values that an edit left alone. Titles are null for items that the caller no longer sees. */
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

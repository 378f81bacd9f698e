import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok, OkNull } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { UndoConflict } from "./errors.ts"
import { LargeChangeState, SkippedPart, UndoReport } from "./shapes.ts"

const position = Schema.Int.pipe(Schema.between(1, 2 ** 53 - 1))
const most = 500

const options = {
  /** Limits the undo to changes of these fields. */
  fields: Schema.optional(Schema.Array(SafeText(100)).pipe(Schema.maxItems(most))),
  /**
   * How to treat values that were changed since: skip them, or undo nothing. Default: `skip` for batches,
   * otherwise `fail`.
   */
  onConflict: Schema.optional(Schema.Literal("skip", "fail")),
  /** Parts from an earlier response that are undone despite later changes. Only for a single target. */
  force: Schema.optional(Schema.Array(SafeText(300)).pipe(Schema.maxItems(most))),
  /** Reports the outcome without changing anything. */
  dryRun: Schema.optional(Schema.Boolean)
}

/** The change to undo: one event or a whole batch. */
export const UndoBody = reportAll(
  Schema.Struct({
    eventPosition: Schema.optional(position),
    batchId: Schema.optional(Uuid),
    ...options
  }).pipe(
    Schema.filter((body) =>
      (body.eventPosition === undefined) === (body.batchId === undefined)
        ? { path: ["eventPosition"], message: "must be given, or batchId, but not both" }
        : undefined
    )
  )
)
export type UndoBody = typeof UndoBody.Type

export const FailUndoConflict = Fail(UndoConflict, "undo_conflict", 409, {
  skipped: Schema.Array(SkippedPart),
  skippedCount: Schema.Int
})

/** The change to undo for one item or entity: its part of a batch, or everything since an event. */
export const TargetUndoBody = reportAll(
  Schema.Struct({
    eventPosition: Schema.optional(position),
    batchId: Schema.optional(Uuid),
    /** Restores the values after this event; 0 restores those before the first event. */
    sincePosition: Schema.optional(Schema.Int.pipe(Schema.between(0, 2 ** 53 - 1))),
    ...options
  }).pipe(
    Schema.filter((body) =>
      [body.eventPosition, body.batchId, body.sincePosition].filter((each) => each !== undefined).length === 1
        ? undefined
        : {
            path: ["eventPosition"],
            message: "must be given, or batchId, or sincePosition, but only one of them"
          }
    )
  )
)
export type TargetUndoBody = typeof TargetUndoBody.Type

export class UndoGroup extends HttpApiGroup.make("undo")
  .add(
    /** Members can undo changes to their own state, and administrators also changes to the library. */
    HttpApiEndpoint.post("undo", "/api/history/undo")
      .setPayload(UndoBody)
      .addSuccess(Ok("UndoResponse", UndoReport))
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailUndoConflict)
  )
  .add(
    HttpApiEndpoint.get("batch", "/api/history/batches/:id")
      .setPath(idPath)
      .addSuccess(Ok("LargeChangeResponse", LargeChangeState))
      .addError(FailNotFound)
  )
  .add(
    /** Stops a change that a job makes. The part that was done stays, and can be undone. */
    HttpApiEndpoint.del("stop", "/api/history/batches/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}

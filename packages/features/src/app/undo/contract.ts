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
  /** Undoes only changes to these fields. */
  fields: Schema.optional(Schema.Array(SafeText(100)).pipe(Schema.maxItems(most))),
  /**
   * How to handle values that were changed again later. `skip` skips these values, and `fail` undoes no values at all.
   * The default is `skip` for batches and `fail` otherwise.
   */
  onConflict: Schema.optional(Schema.Literal("skip", "fail")),
  /**
   * The `part` of each value that an earlier response reported as skipped. These values are undone even if they were
   * changed later. Ignored if the undo affects more than one target.
   */
  force: Schema.optional(Schema.Array(SafeText(300)).pipe(Schema.maxItems(most))),
  /** True to return the outcome without making changes. */
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
        ? { path: ["eventPosition"], message: "exactly one of eventPosition and batchId must be given" }
        : undefined
    )
  )
)
export type UndoBody = typeof UndoBody.Type

export const FailUndoConflict = Fail(UndoConflict, "undo_conflict", 409, {
  skipped: Schema.Array(SkippedPart),
  skippedCount: Schema.Int
})

/**
 * The changes to undo in one item or entity: a single event, all changes that a batch made to it, or all changes since
 * an event.
 */
export const TargetUndoBody = reportAll(
  Schema.Struct({
    eventPosition: Schema.optional(position),
    batchId: Schema.optional(Uuid),
    /** Restores the state as of this event. 0 restores the state before the first event. */
    sincePosition: Schema.optional(Schema.Int.pipe(Schema.between(0, 2 ** 53 - 1))),
    ...options
  }).pipe(
    Schema.filter((body) =>
      [body.eventPosition, body.batchId, body.sincePosition].filter((each) => each !== undefined).length === 1
        ? undefined
        : {
            path: ["eventPosition"],
            message: "exactly one of eventPosition, batchId and sincePosition must be given"
          }
    )
  )
)
export type TargetUndoBody = typeof TargetUndoBody.Type

export class UndoGroup extends HttpApiGroup.make("undo")
  .add(
    /**
     * Undoes a change. Members can undo changes to their own state. Administrators can also undo changes to the
     * library.
     */
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
    /** Stops a change that a job is making. The changes that were already made are kept and can be undone. */
    HttpApiEndpoint.del("stop", "/api/history/batches/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}

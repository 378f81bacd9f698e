import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { cancel } from "@media/jobs/JobControl"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { largeChangeOf } from "../../library/libraries/queue.ts"
import { byAccount } from "../../platform/access/Command.ts"
import type { TargetUndoBody, UndoBody } from "./contract.ts"
import { UndoConflict } from "./errors.ts"
import { largeChange } from "./queries.ts"
import { withRemovedEntities } from "./removedEntities.ts"
import { toReport } from "./report.ts"
import { type Outcome, undoStreams } from "./run.ts"
import { UndoBound } from "./bound.ts"
import { type SelectedStream, type Selection, selectStreams } from "./selected.ts"
import type { UndoReport } from "./shapes.ts"
import { visibleTargets } from "./visible.ts"

/** Error that rolls back a transaction. The error carries the outcome to the caller. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly outcome: Outcome }> {}

type Options = Pick<UndoBody, "fields" | "onConflict" | "force" | "dryRun">

/**
 * Undoes the changes in these streams in a new batch, except changes to hidden targets. A job undoes a large change.
 * Fails with `NotFound` if no target is visible.
 */
const undoAll = (
  principal: Principal,
  selected: ReadonlyArray<SelectedStream>,
  { dryRun = false, fields, force, onConflict = "skip" }: Options,
  selection: Selection,
  undoesBatch?: string
) =>
  Effect.gen(function* () {
    const { visible } = yield* visibleTargets(principal, selected)
    if (visible.length === 0) return yield* new NotFound({ what: "change" })
    const streams = yield* withRemovedEntities(selected)
    const newBatch = uuidv7()
    const isStrict = onConflict === "fail"
    const { most, mostFiles } = yield* UndoBound
    const files = streams.filter(({ command }) => command !== null).length
    if (!dryRun && !isStrict && (streams.length > most || files > mostFiles)) {
      const change = { of: "undo", accountId: principal.accountId, batchId: newBatch } as const
      const body = {
        selection,
        ...(fields === undefined ? {} : { fields }),
        ...(undoesBatch === undefined ? {} : { undoesBatch })
      }
      yield* enqueue([largeChangeOf({ ...change, body }, "Undo a large change")])
      return {
        batchId: newBatch,
        undone: 0,
        skipped: [],
        skippedCount: 0,
        isRunning: true
      } satisfies UndoReport
    }
    const run = undoStreams(principal, streams, {
      meta: {
        ...byAccount(principal, newBatch),
        cause: "undo",
        ...(undoesBatch === undefined ? {} : { undoesBatch })
      },
      options: {
        fields: fields === undefined ? undefined : new Set(fields),
        force: force === undefined || selected.length > 1 ? undefined : new Set(force)
      },
      isDryRun: dryRun
    })
    const outcome =
      dryRun || isStrict
        ? yield* run.pipe(
            Effect.filterOrFail(
              ({ skipped }) => !dryRun && skipped.length === 0,
              (outcome) => new RolledBack({ outcome })
            ),
            transaction,
            Effect.catchTag("RolledBack", ({ outcome }) => Effect.succeed(outcome))
          )
        : yield* run
    const told = outcome.skipped.filter(({ stream }) => !stream.isForeign)
    const skipped = yield* toReport(principal, told)
    const skippedCount = told.length
    if (isStrict && !dryRun && skippedCount > 0) return yield* new UndoConflict({ skipped, skippedCount })
    return {
      batchId: dryRun || outcome.undone === 0 ? null : newBatch,
      ...{ undone: outcome.undone, skipped, skippedCount, isRunning: false }
    } satisfies UndoReport
  })

/**
 * Undoes one event or a batch. By default, a conflict prevents the undo of a single event. In a batch, only the
 * conflicting values are skipped.
 */
export const undoChange = Effect.fn("undo.change")(function* (
  principal: Principal,
  { batchId, eventPosition = 0, ...options }: UndoBody
) {
  const selection = batchId === undefined ? { eventPosition } : { batchId }
  const streams = yield* selectStreams(principal, selection)
  return yield* undoAll(
    principal,
    streams,
    { onConflict: batchId === undefined ? "fail" : "skip", ...options },
    selection,
    batchId
  )
})

/** Undoes all automatic changes of one of the caller's rules, except values that were changed again later. */
export const undoRule = Effect.fn("undo.rule")(function* (
  principal: Principal,
  rule: string,
  options: Options
) {
  const selection = { rule }
  return yield* undoAll(principal, yield* selectStreams(principal, selection), options, selection)
})

/** An item or entity, and the streams of its history. */
export interface HistoryTarget {
  readonly id: string
  readonly streamIds: ReadonlyArray<string>
}

/**
 * Undoes changes to one item or entity: a single event, all changes that a batch made to it, or all changes since an
 * event.
 */
export const undoOfTarget = Effect.fn("undo.ofTarget")(function* (
  principal: Principal,
  { id, streamIds }: HistoryTarget,
  { batchId, eventPosition = 0, sincePosition, ...options }: TargetUndoBody
) {
  const selection =
    sincePosition !== undefined
      ? { streamIds, since: sincePosition }
      : batchId === undefined
        ? { eventPosition }
        : { batchId }
  const selected = yield* selectStreams(principal, selection)
  const own = selected.filter(({ streamId, targetId }) => targetId === id || streamIds.includes(streamId))
  const isSingle = batchId === undefined && sincePosition === undefined
  return yield* undoAll(
    principal,
    own,
    { onConflict: isSingle ? "fail" : "skip", ...options },
    // A single target never has enough streams to require a job.
    selection
  )
})

const Run = Schema.Struct({ id: Schema.String })

/** Stops a large change that the caller made. The changes that were already made are kept and can be undone. */
export const stopLargeChange = Effect.fn("undo.stopLargeChange")(function* (
  principal: Principal,
  batchId: string
) {
  yield* largeChange(principal, batchId)
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Run)(sql`
    select j.id from job_runs j where j.batch_id = ${batchId}::uuid and j.target_type = 'change'`)
  yield* Effect.forEach(rows, ({ id }) => cancel(id), { discard: true })
  return null
})

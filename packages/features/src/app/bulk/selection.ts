import { enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { isOwnBatch } from "../../catalog/items/ownBatch.ts"
import { largeChangeOf } from "../../library/libraries/queue.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import {
  type EditOptions,
  type ItemsEdited,
  type ItemTarget,
  mostAtOnce,
  mostSkippedListed
} from "./contract.ts"
import { changesLibrary, planOf } from "./editable.ts"
import { editChunk } from "./edit.ts"
import { countTarget, pageOfTarget, unseenOf } from "./queries.ts"
import { type EditOutcome, tallyOf } from "./tally.ts"

/** Maximum number of items that a request edits immediately. A job edits larger selections. */
export class EditBound extends Context.Reference<EditBound>()("bulk/EditBound", {
  defaultValue: () => ({ most: 500 })
}) {}

/** Error that rolls back the transaction of a dry run. The error carries the outcomes to the caller. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly outcomes: ReadonlyArray<EditOutcome> }> {}

/** Returns the outcomes for unknown and hidden ids. Both are rejected with the same message. */
const unseenOutcomes = (ids: ReadonlyArray<string>): ReadonlyArray<EditOutcome> =>
  ids.map((id) => ({
    ...{ changed: false, effects: [] },
    skipped: [
      {
        ...{ id, title: null, field: null, reason: "rejected" },
        message: new NotFound({ what: "item" }).message
      }
    ]
  }))

/** Edits a small selection immediately, and a larger selection in a job. A dry run changes no items. */
export const editSelection = Effect.fn("bulk.editSelection")(function* (
  principal: Principal,
  target: ItemTarget,
  options: EditOptions,
  isTried: boolean
) {
  const { kinds, matched, missing, until } = yield* countTarget(principal, target)
  const plan = yield* planOf(kinds, options.changes)
  if (changesLibrary(plan)) yield* Access.require(principal, "edit-item", { id: until })
  const given = target.batchId
  const batchId = given !== undefined && (yield* isOwnBatch(principal, given)) ? given : uuidv7()
  const isDryRun = target.dryRun === true
  const { most } = yield* EditBound
  const unseen = missing === 0 ? [] : unseenOutcomes(yield* unseenOf(principal, target))
  const answer = { batchId, matched, tried: 0, isRunning: false }
  if (isDryRun && !isTried) return { ...answer, ...tallyOf(unseen) } satisfies ItemsEdited
  if (!isDryRun && matched > most) {
    const { ids, filter, except } = target
    const body = { target: { ids, filter, except }, until, options }
    const change = { of: "edit", accountId: principal.accountId, batchId, body } as const
    yield* enqueue([largeChangeOf(change, "Edit many items")])
    return { ...answer, ...tallyOf(unseen), isRunning: true } satisfies ItemsEdited
  }
  const items = yield* pageOfTarget(principal, target, { until, limit: mostAtOnce })
  const work = editChunk(principal, items, plan, options, { ...byAccount(principal), batchId })
  const outcomes = yield* isDryRun
    ? work.pipe(
        Effect.flatMap((found) => new RolledBack({ outcomes: found })),
        transaction,
        Effect.catchTag("RolledBack", (rolledBack) => Effect.succeed(rolledBack.outcomes))
      )
    : transaction(work)
  const tally = tallyOf([...unseen, ...outcomes])
  return {
    ...{ ...answer, ...tally, tried: items.length },
    skipped: tally.skipped.slice(0, mostSkippedListed)
  } satisfies ItemsEdited
})

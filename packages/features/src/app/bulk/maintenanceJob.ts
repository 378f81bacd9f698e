import * as SqlClient from "@effect/sql/SqlClient"
import type { JobContext } from "@media/jobs/JobContext"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobPrincipal } from "../../identity/accounts/jobPrincipal.ts"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import { type EditOptions, type ItemTarget, mostSkippedListed, type SkippedEdit } from "./contract.ts"
import { changesLibrary, planOf } from "./editable.ts"
import { editChunk } from "./edit.ts"
import { countTarget, pageOfTarget } from "./queries.ts"
import { tallyOf } from "./tally.ts"

/** Number of items per transaction. */
const perChunk = 500

const Id = Schema.Struct({ id: Schema.String })
const itemOf = "coalesce(e.data ->> 'itemId', e.stream_id::text)"
const isOfItem = "e.type not like 'related.%'"

/** Returns the ids of the items that this batch has already changed. */
const changedIn = (batchId: string, ids?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const some =
      ids === undefined
        ? sql.literal("true")
        : sql`${sql.literal(itemOf)} = any(${ids as Array<string>}::text[])`
    const rows = yield* rowsOf(Id)(sql`
      select distinct ${sql.literal(itemOf)} as id from events e
      where e.meta ? 'batchId' and e.meta ->> 'batchId' = ${batchId} and ${sql.literal(isOfItem)} and ${some}`)
    return new Set(rows.map(({ id }) => id))
  })

interface LargeEdit {
  readonly batchId: string
  readonly target: ItemTarget
  readonly until: string
  readonly options: EditOptions
}

/**
 * Edits all items of a target in chunks, each in its own transaction. If the job is killed, the retry edits the
 * remaining items. The retry skips items with an event of this batch, even if a user has changed the item since.
 */
export const editAll = Effect.fn("bulk.editAll")(function* (
  principal: Principal,
  { batchId, options, target, until }: LargeEdit,
  context: Pick<JobContext, "progress">
) {
  const { kinds, matched } = yield* countTarget(principal, target)
  const plan = yield* planOf(kinds, options.changes)
  if (changesLibrary(plan)) yield* Access.require(principal, "edit-item", { id: until })
  const done = yield* changedIn(batchId)
  const total = Math.max(1, matched + (target.filter === undefined ? 0 : done.size))
  let [unchanged, seen, lockedCount, conflictCount, failedCount] = [0, 0, 0, 0, 0]
  let hasEvents = done.size > 0
  const skipped: Array<Omit<SkippedEdit, "title">> = []
  let after: string | undefined
  for (;;) {
    const items = yield* pageOfTarget(principal, target, {
      ...(after === undefined ? {} : { after }),
      ...{ until, limit: perChunk }
    })
    if (items.length === 0) break
    const known = yield* changedIn(
      batchId,
      items.map(({ id }) => id)
    )
    const open = items.filter(({ id }) => !known.has(id))
    const meta = {
      ...byAccount(principal, batchId),
      batchId,
      ...(hasEvents ? { follows: true as const } : {})
    }
    const tally = tallyOf(yield* transaction(editChunk(principal, open, plan, options, meta)))
    hasEvents = hasEvents || tally.changed > 0
    unchanged += tally.unchanged
    lockedCount += tally.lockedCount
    conflictCount += tally.conflictCount
    failedCount += tally.failedCount
    for (const { title: _, ...each } of tally.skipped)
      if (skipped.length < mostSkippedListed) skipped.push(each)
    seen += items.length
    after = items.at(-1)!.id
    yield* context.progress({ percent: Math.min(100, (100 * seen) / total) })
  }
  const changed = (yield* changedIn(batchId)).size
  const skippedCount = lockedCount + conflictCount + failedCount
  return { changed, unchanged, skippedCount, lockedCount, conflictCount, failedCount, skipped }
})

/** Runs an edit of more items than one request may change. */
export const editJob = maintenanceJob({
  accepts: ({ change }) => change?.of === "edit",
  run: ({ change }, context) =>
    Effect.gen(function* () {
      const { accountId, batchId, body } = change!
      const principal = yield* jobPrincipal(accountId)
      // The request that queued this job has validated the body.
      const { options, target, until } = body as Omit<LargeEdit, "batchId">
      return yield* editAll(principal, { batchId, options, target, until }, context)
    })
})

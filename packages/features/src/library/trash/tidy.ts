import * as SqlClient from "@effect/sql/SqlClient"
import { RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { KEPT_DAYS } from "../../catalog/items/ids.ts"
import { purgeItems } from "./purge.ts"
import { settle } from "./settle.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Maximum number of expired items in one purge. Each transaction takes a few milliseconds. */
const batch = 100

/** Permanently deletes items that have been in the trash for 30 days. Returns the number of deleted items. */
const purgeExpired = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let purged = 0
  for (;;) {
    const rows = yield* rowsOf(Id)(sql`
      select item_id as id from trashed_items
      where state in ('there', 'kept') and removed_at < now() - make_interval(days => ${KEPT_DAYS})
      order by removed_at, item_id limit ${batch}`)
    if (rows.length === 0) return purged
    const outcomes = yield* purgeItems(
      rows.map(({ id }) => id),
      { isExpired: true, meta: { cause: "trash" } }
    )
    const done = outcomes.filter(Either.isRight).length
    // None of these items could be deleted, because another process is changing them. A later job deletes them.
    if (done === 0) return purged
    purged += done
  }
})

/** Deletes expired items and does all pending file operations, including interrupted ones. */
export const tidyTrash = Effect.fn("trash.tidy")(function* (context: Pick<JobContext, "log">) {
  const sql = yield* SqlClient.SqlClient
  const expired = yield* purgeExpired
  const rows = yield* rowsOf(Id)(sql`
    select item_id as id from trashed_items where state in ('moving', 'restoring', 'emptying') order by removed_at, item_id`)
  let failed: string | undefined
  let takenBack = 0
  for (const { id } of rows) {
    const outcome = yield* Effect.either(settle(id))
    if (outcome._tag === "Left") failed = `${id}: ${outcome.left.message}`
    else if (outcome.right !== undefined) {
      takenBack += 1
      yield* context.log("warn", `${id}: ${outcome.right}`)
    }
  }
  if (failed !== undefined)
    return yield* new RetryableFailure({
      message: `Some files could not be moved or deleted yet (${failed})`
    })
  return { expired, settled: rows.length - takenBack, takenBack }
})

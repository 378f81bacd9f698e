import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { LargeChangeState } from "./shapes.ts"

const Row = Schema.Struct({
  status: Schema.String,
  percent: Schema.NullOr(Schema.Number),
  changed: Schema.NullOr(Schema.Number),
  skippedCount: Schema.NullOr(Schema.Number)
})

/** How far a large change of the caller is. The changes of other accounts do not exist for the caller. */
export const largeChange = Effect.fn("undo.largeChange")(function* (
  { accountId }: Principal,
  batchId: string
) {
  if (!isUuid(batchId)) return yield* new NotFound({ what: "change" })
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    select j.status, (j.progress ->> 'percent')::float8 as percent,
      coalesce(j.result ->> 'undone', j.result ->> 'changed', j.result ->> 'matched')::int as changed,
      (j.result ->> 'skippedCount')::int as "skippedCount"
    from job_runs j
    where j.batch_id = ${batchId}::uuid and j.target_type = 'change'
      and j.payload -> 'change' ->> 'accountId' = ${accountId}`)
  if (Option.isNone(row)) return yield* new NotFound({ what: "change" })
  const { changed, percent, skippedCount, status } = row.value
  return {
    state:
      status === "completed" ? "done" : status === "failed" || status === "cancelled" ? "failed" : "running",
    percent: status === "completed" ? 100 : (percent ?? 0),
    changed: changed ?? 0,
    skippedCount: skippedCount ?? 0
  } satisfies LargeChangeState
})

import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { LargeChangeState } from "./shapes.ts"

const Row = Schema.Struct({
  status: Schema.String,
  percent: Schema.NullOr(Schema.Number),
  changed: Schema.NullOr(Schema.Number),
  unchanged: Schema.NullOr(Schema.Number),
  skippedCount: Schema.NullOr(Schema.Number),
  skipped: Schema.NullOr(Schema.Array(LargeChangeState.fields.skipped.value.omit("title")))
})
const Title = Schema.Struct({ id: Schema.String, title: Schema.String })

const Done = Schema.Struct({ n: Schema.Number })
const doneIn = (sql: SqlClient.SqlClient, batchId: string) => sql`
  select count(distinct coalesce(e.data ->> 'itemId', e.stream_id::text))::int as n from events e
  where e.meta ? 'batchId' and e.meta ->> 'batchId' = ${batchId} and e.type not like 'related.%'`

/**
 * Returns the progress of a large change that the caller made. Fails with `NotFound` for a change by another account.
 */
export const largeChange = Effect.fn("undo.largeChange")(function* (principal: Principal, batchId: string) {
  if (!isUuid(batchId)) return yield* new NotFound({ what: "change" })
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    select j.status, (j.progress ->> 'percent')::float8 as percent,
      coalesce(j.result ->> 'undone', j.result ->> 'changed', j.result ->> 'matched')::int as changed,
      (j.result ->> 'unchanged')::int as unchanged, (j.result ->> 'skippedCount')::int as "skippedCount",
      j.result -> 'skipped' as skipped
    from job_runs j
    where j.batch_id = ${batchId}::uuid and j.target_type = 'change'
      and j.payload -> 'change' ->> 'accountId' = ${principal.accountId}
    order by j.queued_at desc limit 1`)
  if (Option.isNone(row)) return yield* new NotFound({ what: "change" })
  const { changed, percent, skipped, skippedCount, status, unchanged } = row.value
  const isOver = status === "failed" || status === "cancelled"
  // A job that was stopped has no result. Count its changes in the log instead.
  const done = isOver ? Option.getOrThrow(yield* rowOf(Done)(doneIn(sql, batchId))).n : 0
  const visibility = yield* visibleTo(principal)
  const ids = [...new Set((skipped ?? []).map(({ id }) => id))]
  const titles = new Map(
    (yield* rowsOf(Title)(sql`
      select v.id, v.title from items v where v.id = any(${ids}::uuid[]) and ${visibility.items("v")}`)).map(
      ({ id, title }) => [id, title]
    )
  )
  return {
    state: status === "completed" ? "done" : isOver ? "failed" : "running",
    percent: status === "completed" ? 100 : (percent ?? 0),
    changed: changed ?? done,
    unchanged: unchanged ?? 0,
    skippedCount: skippedCount ?? 0,
    skipped: (skipped ?? []).map((each) => ({ ...each, title: titles.get(each.id) ?? null }))
  } satisfies LargeChangeState
})

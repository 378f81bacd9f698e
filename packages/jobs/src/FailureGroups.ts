import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp, type Timestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { matching, type RunFilter } from "./RunFilter.ts"

/** Runs that failed for the same reason. */
export interface FailureGroup {
  /** The reason, in the form that `RunFilter.reason` accepts. */
  readonly reason: string
  readonly count: number
  /** Number of these runs with a final failure: a retry would fail in the same way. */
  readonly final: number
  /** Labels of the queues of these runs. */
  readonly queues: ReadonlyArray<string>
  readonly newestAt: Timestamp | null
  /** The newest run of the group. */
  readonly jobRunId: string
}

const Row = Schema.Struct({
  reason: Schema.String,
  count: Schema.Number,
  final: Schema.Number,
  queues: Schema.Array(Schema.String),
  newest_at: Schema.NullOr(Schema.DateFromSelf),
  id: Schema.String
})

/** Maximum number of groups. With more different reasons than this, the ungrouped list of runs is more useful. */
const most = 100

/** Returns the failed runs that match the filter, grouped by reason. The most frequent reason is first. */
export const failureGroups = Effect.fn("jobs.failureGroups")(function* (filter: RunFilter) {
  const sql = yield* SqlClient.SqlClient
  const where = yield* matching({ ...filter, status: "failed" })
  const rows = yield* sql`select reason, count(*)::int as count,
      count(*) filter (where error ->> 'isFinal' = 'true')::int as final,
      array_agg(distinct queue_label order by queue_label) as queues, max(finished_at) as newest_at,
      (array_agg(id order by finished_at desc nulls last, id desc))[1] as id
    from job_runs where ${where} and reason is not null group by 1 order by count(*) desc, 1 limit ${most}`
  const groups = yield* Effect.orDie(Schema.decodeUnknown(Schema.Array(Row))(rows))
  return groups.map(({ id, newest_at, ...group }): FailureGroup => ({
    ...group,
    newestAt: newest_at === null ? null : toTimestamp(newest_at),
    jobRunId: id
  }))
})

import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp, type Timestamp } from "@media/kernel/Timestamp"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Numbers of completed and failed attempts in the interval that starts at `at`. */
export interface ThroughputPoint {
  readonly at: Timestamp
  readonly completed: number
  readonly failed: number
}

const Row = Schema.Struct({
  at: Schema.DateFromSelf,
  completed: Schema.Number,
  failed: Schema.Number
})

/**
 * Counts the ended attempts of all queues per interval of `bucketSeconds`, over the last `spanSeconds`. The oldest
 * interval is first. The current, incomplete interval is omitted. Intervals in which no attempt ended are included with
 * zeros.
 */
export const throughput = Effect.fn("jobs.throughput")(function* (
  spanSeconds: number,
  bucketSeconds: number
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select b.at, coalesce(sum(t.completed), 0)::int as completed, coalesce(sum(t.failed), 0)::int as failed
    from generate_series(
      to_timestamp(floor(extract(epoch from now()) / ${bucketSeconds}::int) * ${bucketSeconds}::int)
        - make_interval(secs => ${spanSeconds}::int),
      to_timestamp(floor(extract(epoch from now()) / ${bucketSeconds}::int) * ${bucketSeconds}::int)
        - make_interval(secs => ${bucketSeconds}::int),
      make_interval(secs => ${bucketSeconds}::int)) b(at)
    left join job_throughput t
      on t.minute >= b.at and t.minute < b.at + make_interval(secs => ${bucketSeconds}::int)
    group by b.at order by b.at`
  const points = yield* Effect.orDie(Schema.decodeUnknown(Schema.Array(Row))(rows))
  return points.map((point): ThroughputPoint => ({ ...point, at: toTimestamp(point.at) }))
})

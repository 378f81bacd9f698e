import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { etaOf } from "./Pace.ts"
import { queueSummaries } from "./QueueSummaries.ts"

const Failed = Schema.Tuple(Schema.Struct({ count: Schema.Number }))

/** How many jobs failed for good after an instant; by the time of the failure, whatever changed since. */
export const countFailed = Effect.fn("jobs.countFailed")(function* (since: string) {
  const sql = yield* SqlClient.SqlClient
  // Spelled out as the partial index on failures has it.
  const rows = yield* sql`select count(*)::int as count from jobs
    where state in (3, 4) and state = 4 and finished_at > ${since}::timestamptz`
  const [{ count }] = yield* Effect.orDie(Schema.decodeUnknown(Failed)(rows))
  return count
})

/** All there is to say in one line. `failedSince` is an instant: failures before it are known already. */
export const workSummary = Effect.fn("jobs.workSummary")(function* (failedSince = "-infinity") {
  const queues = yield* queueSummaries()
  const count = yield* countFailed(failedSince)
  const sum = (key: "queued" | "started"): number => queues.reduce((total, queue) => total + queue[key], 0)
  return { running: sum("started"), queued: sum("queued"), failed: count, etaSeconds: etaOf(queues) }
})

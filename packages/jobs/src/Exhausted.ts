import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { QueueName } from "./QueueDef.ts"

/** Runs of one queue, and of those with this payload if it has several kinds of work. */
interface Work {
  readonly queue: QueueName
  readonly payload?: Readonly<Record<string, string>>
}

/**
 * Days after the end of a failed run: 1, 2, 4, … and never more. Failed runs are kept for 90 days: whatever the reason, a target
 * gets seven runs in that time at the most.
 */
const mostDays = 32

const Targets = Schema.Array(Schema.Struct({ id: Schema.String }))

/**
 * Targets whose run used up its attempts for a reason that may pass, such as a full disk, when it is time for another: the pause
 * doubles with each run that failed. Left out are those that are under way, those whose work was done since, and those for which a run ended at once: trying
 * again would give the same answer, or the worker died of it.
 */
export const exhaustedTargets = Effect.fn("jobs.exhaustedTargets")(function* ({ payload = {}, queue }: Work) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select f.target_id as id from (
      select target_id, count(*) as runs, max(finished_at) as ended from job_runs
      where queue_name = ${queue} and state = 4 and payload @> ${JSON.stringify(payload)}::jsonb
      group by target_id having bool_and(attempts >= max_attempts and error ->> 'isFinal' is distinct from 'true')
    ) f
    where f.ended < now() - least(${mostDays}, 2 ^ (f.runs - 1)) * interval '1 day'
      and not exists (
        select from job_runs o where o.target_id = f.target_id and o.queue_name = ${queue}
          and (o.state in (0, 1, 3) or o.state = 2 and o.finished_at > f.ended))`
  return (yield* Effect.orDie(Schema.decodeUnknown(Targets)(rows))).map(({ id }) => id)
})

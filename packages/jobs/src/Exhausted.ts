import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { QueueName } from "./QueueDef.ts"

/** A kind of work: a queue and, if the queue has several kinds of work, the payload fields that identify the kind. */
interface Work {
  readonly queue: QueueName
  readonly payload?: Readonly<Record<string, string>>
}

/**
 * Maximum delay in days before a target gets another run. The delay is 1 day after the first failed run, and then 2, 4,
 * … days. Failed runs are kept for 90 days, so a target gets at most seven runs in that time, whatever the reason for
 * the failures.
 */
const mostDays = 32

const Targets = Schema.Array(Schema.Struct({ id: Schema.String }))

/**
 * Returns the ids of the targets that are due for another run. These are targets with a run that used up its attempts
 * for a temporary reason, such as a full disk. The pause doubles with each failed run. Excludes three kinds of targets:
 * - Targets with an unfinished run.
 * - Targets with a later run that succeeded.
 * - Targets with a final failure, because a retry would give the same result or because the job crashed its worker.
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

import * as SqlClient from "@effect/sql/SqlClient"
import { cancelRuns } from "@media/jobs/JobControl"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { orphans } from "./orphans.ts"

const Run = Schema.Struct({ id: Schema.String })
/** Maximum number of job runs per transaction. Each transaction locks the queues of its runs for about 10 ms. */
const batchSize = 1_000

/**
 * Finds unfinished jobs whose target no longer exists: a removed item, library or root, or an item whose library or
 * root was removed. Maintenance jobs are excluded.
 */
const jobsWithoutTarget = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Run)(sql`
    with open as (
      select j.id, j.target_type, case when j.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then j.target_id::uuid end as target
      from jobs j join queues q on q.id = j.queue
      where j.state in (0, 1, 3) and q.name <> 'library-maintenance'
    )
    select o.id from open o
    where o.target is not null and case
      when o.target_type = 'library-root' then not exists (select from library_roots r where r.id = o.target)
      when o.target_type = 'library' then not exists (select from libraries l where l.id = o.target)
      when o.target_type = any(enum_range(null::item_kind)::text[])
        then not exists (select from items v where v.id = o.target)
          or exists (select from ${orphans(sql)} and v.id = o.target)
      else false end
    order by o.id limit ${batchSize}`)
)

/** Cancels the unfinished jobs of removed items, libraries and roots. Returns the number of canceled jobs. */
export const cancelJobsWithoutTarget = Effect.gen(function* () {
  let cancelled = 0
  for (;;) {
    const runs = yield* jobsWithoutTarget
    const done = yield* cancelRuns(
      runs.map(({ id }) => id),
      "The library or folder was removed"
    )
    cancelled += done
    if (runs.length < batchSize || done === 0) return cancelled
  }
})

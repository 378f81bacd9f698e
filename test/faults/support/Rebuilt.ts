import { EventRegistry } from "@media/event-store/EventRegistry"
import { rebuildAll } from "@media/event-store/Rebuild"
import { registry } from "@media/features/generated/slices"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type { Product } from "./Product.ts"

/** The columns of `jobs` to compare. Progress is omitted, because it is not in the log. */
const columns = `id, queue, state, priority, attempts, max_attempts, rev, run_at, is_held, waits_for, target_type, target_id, target_label,
  dedupe_key, payload, triggered_by, parent_job_run_id, batch_id, enqueued_in, queued_at, started_at, finished_at, result, error`

/** Returns the differences between the tables and a rebuild from the log. */
export const rebuildDifferences = async (product: Product): Promise<ReadonlyArray<string>> => {
  const layer = Layer.mergeAll(
    PgLive.layer({
      url: product.databaseUrl,
      applicationName: "doctor",
      maxConnections: 2,
      queryTimeoutMillis: 30_000
    }),
    Layer.succeed(EventRegistry, registry),
    Logger.minimumLogLevel(LogLevel.Error)
  )
  const reports = await Effect.runPromise(Effect.provide(rebuildAll({ replace: false }), layer))
  const differences = reports.flatMap(({ projection, tables }) =>
    tables
      .filter(({ onlyLive, onlyRebuilt }) => onlyLive + onlyRebuilt > 0)
      .map(
        ({ onlyLive, onlyRebuilt, table }) =>
          `I9 ${projection}: ${table} has ${onlyLive} rows the log does not give, and lacks ${onlyRebuilt}`
      )
  )
  const client = await product.connect()
  try {
    // The check uses a single snapshot, so that a run whose retry becomes due in the meantime is not reported as a
    // difference.
    await client.query("begin isolation level repeatable read")
    await client.query("create temporary table rebuilt (like jobs including defaults)")
    await client.query("select rebuild_job_runs('rebuilt')")
    const { rows } = await client.query(`
      (select 'live' as side, ${columns} from jobs except select 'live', ${columns} from rebuilt)
      union all (select 'rebuilt', ${columns} from rebuilt except select 'rebuilt', ${columns} from jobs)`)
    const jobs = rows.slice(0, 4).map((row) => `I9 jobs: ${JSON.stringify(row)}`)
    const streams = await client.query(`select q.name from queues q
      where q.version <> (select count(*) from events e where e.stream_id = q.stream_id)`)
    return [...differences, ...jobs, ...streams.rows.map(({ name }) => `I9 stream of ${name} has gaps`)]
  } finally {
    await client.end()
  }
}

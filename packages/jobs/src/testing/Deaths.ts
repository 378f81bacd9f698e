import { randomUUID } from "node:crypto"
import type { Harness } from "./Harness.ts"

/**
 * Simulates workers of the queue `preview` that exist only as database rows. They hold no session lock, so the database
 * treats each of them as dead.
 */
export const makeDeaths = (harness: Harness) => {
  let pid = 100
  const beat = (id: string, key: number, process: string, crashed: number | null = null) =>
    harness.rows("select jobs_heartbeat($1, $2, 'host', $3, '{preview}', '{}', '{}', $4, $5)", [
      id,
      key,
      ++pid,
      process,
      crashed
    ])

  /** Claims the next jobs of `preview`, one slot each, and marks them started. */
  const start = async (count = 1) => {
    const worker = { id: randomUUID(), key: 1_000 + pid, process: randomUUID(), pid: pid + 1 }
    await beat(worker.id, worker.key, worker.process)
    const ids: Array<string> = []
    for (let n = 0; n < count; n++) {
      const [claim] = await harness.rows(
        "select slot, id, rev, attempts from jobs_step(4::smallint, null, $1, $2, null, null, 1)",
        [worker.id, worker.key]
      )
      if (claim === undefined) continue
      const change = { id: claim["id"], rev: Number(claim["rev"]) + 1, state: 1, startedAgo: 100 }
      await harness.rows("select jobs_step(4::smallint, $1, $2, $3, $4, null, 0)", [
        claim["slot"],
        worker.id,
        worker.key,
        JSON.stringify([{ ...change, attempts: Number(claim["attempts"]) + 1 }])
      ])
      ids.push(String(claim["id"]))
    }
    return { ...worker, ids }
  }

  return {
    start,
    beat,
    /** Runs the maintenance that every worker runs once a second. */
    round: async () => {
      await harness.rows("select jobs_reap()")
      await harness.rows("select jobs_resolve_held()")
      await harness.rows("select jobs_rerun()")
    },
    /** Registers a worker that knows about the crash and replaces the crashed worker. */
    replaceCrashed: (crashed: number) => beat(randomUUID(), 5, randomUUID(), crashed),
    /** Registers a live worker: it started a minute ago, and a connection of the pool holds its lock. */
    settle: async () => {
      await harness.rows("select pg_try_advisory_lock(7001, 77)")
      await beat(randomUUID(), 77, randomUUID())
      await harness.rows("update workers set started_at = now() - interval '1 minute' where key = 77")
    },
    /** Makes delayed jobs due immediately. */
    wait: () => harness.rows("update jobs set run_at = now() where run_at is not null")
  }
}

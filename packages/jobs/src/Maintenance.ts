import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { Pool } from "pg"
import { trimLog } from "./TrimLog.ts"

class MaintenanceFault extends Data.TaggedError("MaintenanceFault")<{ readonly cause: unknown }> {}

export interface WorkerContext {
  readonly pool: Pool
  readonly workerId: string
  readonly workerKey: number
  readonly host: string
  readonly processId: number
  /** Identifies this process in all of its sessions. */
  readonly process: string
  /** Process id of the crashed worker that this worker replaces, if known. */
  readonly crashedProcessId: number | undefined
  readonly queueNames: ReadonlyArray<string>
  /** Number of jobs of class `cpu` that this worker can run at once. */
  readonly cores: number
  /** Returns the slots in use, each with the database id of its queue. */
  readonly slots: () => ReadonlyArray<{ readonly queueId: number; readonly slot: number }>
  readonly startedIds: () => ReadonlyArray<string>
  readonly wake: (queueNames: ReadonlyArray<string>) => void
  readonly cancel: (jobRunId: string) => void
  /** Interrupts the run if this worker is running it, so that the run returns to its queue. */
  readonly release: (jobRunId: string) => void
}

/**
 * Completed and canceled runs are kept for 14 days, but at most 20,000 of them. Exhausted failures are kept for 90
 * days.
 */
const retention = { days: 14, newest: 20_000, failedDays: 90, chunk: 2_000 }

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))
const Deleted = Schema.Tuple(Schema.Struct({ deleted: Schema.Number }))

const makeQueries = (worker: WorkerContext) => {
  const query = (name: string, text: string, values: Array<unknown> = []) =>
    Effect.tryPromise({
      try: () => worker.pool.query({ name: `jobs_${name}`, text, values }),
      catch: (cause) => new MaintenanceFault({ cause })
    }).pipe(Effect.map((answer) => answer.rows as unknown))

  const names = (name: string, text: string) =>
    query(name, text).pipe(
      Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Names)(rows))),
      Effect.map((rows) => rows.map((row) => row.name))
    )

  return {
    reap: names("reap", "select queue_name as name from jobs_reap()"),
    promote: names("promote", "select name from jobs_promote() as name"),
    resolveHeld: names("resolve_held", "select name from jobs_resolve_held() as name"),
    rerun: names("rerun", "select name from jobs_rerun() as name"),
    waiting: names("waiting", "select name from jobs_waiting() as name"),
    heartbeat: Effect.suspend(() => {
      const slots = worker.slots()
      return query("heartbeat", "select jobs_heartbeat($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", [
        worker.workerId,
        worker.workerKey,
        worker.host,
        worker.processId,
        worker.queueNames,
        slots.map((slot) => slot.queueId),
        slots.map((slot) => slot.slot),
        worker.process,
        worker.crashedProcessId ?? null,
        worker.cores
      ])
    }),
    deregister: query("deregister", "select jobs_deregister($1)", [worker.workerId]),
    /**
     * Returns the runs to stop in this worker: runs whose cancellation notification was lost, and runs that another
     * worker took over while this worker was frozen.
     */
    revokedRuns: Effect.suspend(() => {
      const ids = worker.startedIds()
      if (ids.length === 0) return Effect.succeed([])
      return query(
        "revoked_runs",
        `select j.id from jobs j where j.id = any ($1::uuid[]) and (j.state = 5 or not exists
          (select 1 from slots s where s.queue = j.queue and s.owner = $2 and j.id = any (s.claimed)))`,
        [ids, worker.workerId]
      ).pipe(Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Ids)(rows))))
    }),
    /** Returns the runs to interrupt in this worker because a viewer needs the CPU. */
    yielding: Effect.suspend(() => {
      const ids = worker.startedIds()
      if (ids.length === 0) return Effect.succeed([])
      return query("yielding", "select id from jobs_yielding($1::uuid[]) as id", [ids]).pipe(
        Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Ids)(rows)))
      )
    }),
    trim: trimLog(query),
    purge: query("purge", "select jobs_purge($1, $2, $3, $4) as deleted", [
      retention.days,
      retention.newest,
      retention.failedDays,
      retention.chunk
    ]).pipe(
      Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Deleted)(rows))),
      Effect.repeat({ until: ([{ deleted }]) => deleted < retention.chunk })
    )
  }
}

/** Logs a failed query as a warning instead of failing, so that the next round still runs. */
const tolerant = <A>(what: string, effect: Effect.Effect<A, MaintenanceFault>) =>
  Effect.catchTag(effect, "MaintenanceFault", (fault) => Effect.logWarning(`${what} failed`, fault.cause))

/** Registers this worker. Call it before claiming jobs. */
export const registerWorker = (worker: WorkerContext) => Effect.asVoid(makeQueries(worker).heartbeat)

/**
 * Marks the worker as stopped on purpose. A failure is only logged, because a killed worker does not deregister either.
 */
export const deregisterWorker = (worker: WorkerContext) =>
  tolerant("deregistration", makeQueries(worker).deregister)

const releaseYielding = (worker: WorkerContext, { yielding }: ReturnType<typeof makeQueries>) =>
  Effect.map(yielding, (runs) => runs.forEach(({ id }) => worker.release(id)))

/**
 * Interrupts background jobs immediately, because a viewer needs the CPU. The maintenance round, which runs once a
 * second, interrupts the jobs that this call missed.
 */
export const makeWay = (worker: WorkerContext): Effect.Effect<void> =>
  tolerant("pausing background jobs for a viewer", releaseYielding(worker, makeQueries(worker)))

/**
 * Runs the maintenance rounds. Any number of workers may run them at once.
 * - Each second: reap the jobs of dead workers. Requeue or fail the runs that are held because their worker died.
 *   Requeue runs whose retry is due, and runs that were requested again. Wake queues with jobs to claim.
 * - Every ten seconds: renew the leases.
 * - Every minute: delete old runs and trim the log.
 */
export const runMaintenance = (worker: WorkerContext): Effect.Effect<never> => {
  const queries = makeQueries(worker)
  const everySecond = Effect.gen(function* () {
    worker.wake(yield* queries.reap)
    worker.wake(yield* queries.resolveHeld)
    worker.wake(yield* queries.promote)
    worker.wake(yield* queries.rerun)
    worker.wake(yield* queries.waiting)
    for (const { id } of yield* queries.revokedRuns) worker.cancel(id)
    yield* releaseYielding(worker, queries)
  })
  return Effect.all(
    [
      tolerant("maintenance", everySecond).pipe(Effect.repeat(Schedule.spaced("1 second"))),
      tolerant("lease renewal", queries.heartbeat).pipe(Effect.repeat(Schedule.spaced("10 seconds"))),
      tolerant("retention", Effect.zipRight(queries.purge, queries.trim)).pipe(
        Effect.repeat(Schedule.spaced("1 minute"))
      )
    ],
    { concurrency: "unbounded", discard: true }
  ).pipe(Effect.zipRight(Effect.never))
}

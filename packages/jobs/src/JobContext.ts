import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Enqueue, Enqueued, JobTarget } from "./Enqueue.ts"
import type { RetryableFailure } from "./Failures.ts"
import type { QueueName } from "./QueueDef.ts"

/** Progress of a run. `percent` is 0 to 100; `etaSeconds` is in seconds; `speed` is a multiple of real time. */
export const Progress = Schema.Struct({
  percent: Schema.optionalWith(Schema.Number, { exact: true }),
  phase: Schema.optionalWith(Schema.String, { exact: true }),
  detail: Schema.optionalWith(
    Schema.Struct({
      frame: Schema.optionalWith(Schema.Number, { exact: true }),
      fps: Schema.optionalWith(Schema.Number, { exact: true }),
      speed: Schema.optionalWith(Schema.Number, { exact: true }),
      etaSeconds: Schema.optionalWith(Schema.Number, { exact: true }),
      bytes: Schema.optionalWith(Schema.Number, { exact: true })
    }),
    { exact: true }
  )
})
export type Progress = typeof Progress.Type

export type LogLevel = "debug" | "info" | "warn" | "error"

/** Gives a processor access to its run, for reading and reporting. Reporting never fails the job. */
export interface JobContext {
  readonly jobRunId: string
  readonly queue: QueueName
  /**
   * 1 on the first attempt. Put it into the names of temporary outputs, because a frozen worker may still be writing to
   * the last one.
   */
  readonly attempt: number
  readonly maxAttempts: number
  readonly target: JobTarget
  readonly triggeredBy: string
  readonly batchId: string | undefined
  /** Replaces the displayed progress. Call it as often as you like: it is throttled to two updates per second. */
  readonly progress: (progress: Progress) => Effect.Effect<void>
  /** Writes a line to the run's log; at most 1000 lines per run and 2000 characters per line. */
  readonly log: (level: LogLevel, text: string) => Effect.Effect<void>
  /** Records the command line that is about to run. Leave out secrets. */
  readonly command: (text: string) => Effect.Effect<void>
  /** A fresh directory, removed with the scope. */
  readonly scratchDir: Effect.Effect<string, RetryableFailure, Scope.Scope>
  /** Queues child jobs. Parent, batch and (by default) trigger are set from this run. */
  readonly enqueue: (
    items: ReadonlyArray<Omit<Enqueue, "parentJobRunId" | "triggeredBy"> & { readonly triggeredBy?: string }>
  ) => Effect.Effect<ReadonlyArray<Enqueued>, SqlError, SqlClient.SqlClient>
}

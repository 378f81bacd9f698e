import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Enqueue, Enqueued, JobTarget } from "./Enqueue.ts"
import type { RetryableFailure } from "./Failures.ts"
import type { QueueName } from "./QueueDef.ts"

/**
 * Progress of a run. `percent` is from 0 to 100, `etaSeconds` is the remaining time, and `speed` is a multiple of real
 * time.
 */
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

/**
 * Gives a job access to its run: its ids, its progress and its log. A failure to report progress or a log line never
 * fails the job.
 */
export interface JobContext {
  readonly jobRunId: string
  readonly queue: QueueName
  /**
   * Number of the attempt, starting at 1. Use this number in the names of temporary files, because a frozen worker may
   * still be writing to the files of the previous attempt.
   */
  readonly attempt: number
  readonly maxAttempts: number
  readonly target: JobTarget
  readonly triggeredBy: string
  readonly batchId: string | undefined
  /**
   * Replaces the displayed progress. Updates are throttled to two per second, so there is no need to limit the calls.
   */
  readonly progress: (progress: Progress) => Effect.Effect<void>
  /** Writes a line to the run's log. A run has at most 1,000 lines, and a line has at most 2,000 characters. */
  readonly log: (level: LogLevel, text: string) => Effect.Effect<void>
  /** Records the command line that is about to run. It must not contain secrets. */
  readonly command: (text: string) => Effect.Effect<void>
  /** Creates a directory, which is deleted when the scope closes. */
  readonly scratchDir: Effect.Effect<string, RetryableFailure, Scope.Scope>
  /**
   * Queues child jobs of this run. By default, the children belong to the batch of this run, and its queue is recorded
   * as their trigger.
   */
  readonly enqueue: (
    items: ReadonlyArray<Omit<Enqueue, "parentJobRunId" | "triggeredBy"> & { readonly triggeredBy?: string }>
  ) => Effect.Effect<ReadonlyArray<Enqueued>, SqlError, SqlClient.SqlClient>
}

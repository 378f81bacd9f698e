import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Enqueue, Enqueued, JobTarget } from "./Enqueue.ts"
import type { RetryableFailure } from "./Failures.ts"
import type { QueueName } from "./QueueDef.ts"

/** How far a run is. `percent` 0 to 100; `etaSeconds` in seconds; `speed` as a multiple of real time. */
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

/** What a processor can read and report about the run it works for. Reporting never fails the job. */
export interface JobContext {
  readonly jobRunId: string
  readonly queue: QueueName
  /** 1 on the first run. Put it into names of temporary outputs: a frozen worker may still write the last one. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly target: JobTarget
  readonly triggeredBy: string
  readonly batchId: string | undefined
  /** Replaces the shown progress; call it as often as you like, it is thinned to two a second. */
  readonly progress: (progress: Progress) => Effect.Effect<void>
  /** A line of the run's log, kept with the run; at most 1000 lines a run, 2000 characters a line. */
  readonly log: (level: LogLevel, text: string) => Effect.Effect<void>
  /** Records the command line about to be run. Leave secrets out. */
  readonly command: (text: string) => Effect.Effect<void>
  /** A fresh directory, removed with the scope. */
  readonly scratchDir: Effect.Effect<string, RetryableFailure, Scope.Scope>
  /** Queues child jobs: parent, batch and (unless given) trigger are set from this run. */
  readonly enqueue: (
    items: ReadonlyArray<Omit<Enqueue, "parentJobRunId" | "triggeredBy"> & { readonly triggeredBy?: string }>
  ) => Effect.Effect<ReadonlyArray<Enqueued>, SqlError, SqlClient.SqlClient>
}

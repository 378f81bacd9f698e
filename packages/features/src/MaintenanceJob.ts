import type { JobContext } from "@media/jobs/JobContext"
import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"
import type { Backfill } from "./defineSlice.ts"
import type { libraryMaintenance } from "./library/libraries/queue.ts"

type Payload = (typeof libraryMaintenance)["payload"]["Type"]

/** A kind of job in the queue library-maintenance. The slice that owns the affected files or rows defines the job. */
export interface MaintenanceJob<E = unknown, R = unknown> {
  readonly accepts: (payload: Payload) => boolean
  readonly run: (payload: Payload, context: JobContext) => Effect.Effect<Json, E, R>
  /** The jobs to queue when an administrator presses "Run now". */
  readonly backfill?: Backfill
}

/** Returns the job unchanged. The type parameters infer its error and service types. */
export const maintenanceJob = <E, R>(job: MaintenanceJob<E, R>): MaintenanceJob<E, R> => job

import type { JobContext } from "@media/jobs/JobContext"
import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"
import type { Backfill } from "./defineSlice.ts"
import type { libraryMaintenance } from "./library/libraries/queue.ts"

type Payload = (typeof libraryMaintenance)["payload"]["Type"]

/** A kind of work in the queue library-maintenance. The slice that owns the files or rows does it. */
export interface MaintenanceJob<E = unknown, R = unknown> {
  readonly accepts: (payload: Payload) => boolean
  readonly run: (payload: Payload, context: JobContext) => Effect.Effect<Json, E, R>
  /** The jobs that "run" queues manually. */
  readonly backfill?: Backfill
}

/** Keeps the errors and the services in the type. */
export const maintenanceJob = <E, R>(job: MaintenanceJob<E, R>): MaintenanceJob<E, R> => job

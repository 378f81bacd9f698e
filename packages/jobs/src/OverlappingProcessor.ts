import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CommitPhase } from "./CommitPhase.ts"
import type { JobContext } from "./JobContext.ts"
import { processor, type Processor } from "./Processor.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"

/**
 * Defines a processor for jobs with two phases. A job first runs a program. In the commit phase, the job waits for the
 * disk and the database. The slot starts its next job during the commit phase, so that neither the CPU nor the database
 * is idle. At most one job of a slot is in each phase. The commit phase outlives the job's scope and cannot be
 * canceled. For example, an `image-thumbnail` job for a photo of 12 megapixels takes 200 ms of CPU, and then 15 ms of
 * disk and database.
 */
export const overlappingProcessor = <Name extends QueueName, A, I, E, R, E2, R2>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | CommitPhase<E2, R2>, E, R>
): Processor<Exclude<R, Scope.Scope> | R2> => processor(def, body)

import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { PermanentFailure } from "./Failures.ts"
import type { Finishing } from "./Finishing.ts"
import type { JobContext } from "./JobContext.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"

/** A queue's job body with its payload still encoded, as the pool runs it. */
export interface Processor<R> {
  readonly queue: QueueName
  readonly run: (
    payload: unknown,
    context: JobContext
  ) => Effect.Effect<Json | Finishing<unknown, R>, unknown, R>
}

/**
 * The body of a queue's jobs. It runs at least once: an attempt may be cut off anywhere and begun again.
 * The returned JSON becomes the run's result. A `PermanentFailure` ends the run, any other error or a defect is
 * tried again later. Interruption (cancel, shutdown) must stop child processes through finalizers. Each job has
 * a scope of its own.
 */
export const processor = <Name extends QueueName, A, I, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | Finishing<E2, R2>, E, R>
): Processor<Exclude<R, Scope.Scope> | R2> =>
  plainProcessor(def, (payload, context) => Effect.scoped(body(payload, context)))

/** A `processor` without a scope per job, which for jobs of a few microseconds is more than half of the cost. */
export const plainProcessor = <Name extends QueueName, A, I, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | Finishing<E2, R2>, E, R>
): Processor<R | R2> => {
  const decode = decoderOf(def)
  return {
    queue: def.name,
    run: (payload, context) => {
      const decoded = decode(payload)
      return Either.isRight(decoded) ? body(decoded.right, context) : Effect.fail(decoded.left)
    }
  }
}

const decoderOf = <Name extends QueueName, A, I>(def: QueueDef<Name, A, I>) => {
  const decode = Schema.decodeUnknownEither(def.payload)
  return (payload: unknown): Either.Either<A, PermanentFailure> =>
    Either.mapLeft(
      decode(payload),
      ({ message }) =>
        new PermanentFailure({ message: "The data of this job does not fit its queue", detail: message })
    )
}

import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { PermanentFailure } from "./Failures.ts"
import type { JobContext } from "./JobContext.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"

/**
 * What is left of a job when its heavy part is done, a few statements mostly. The slot begins its next job beside it, so
 * that the machine does not wait for the database nor the database for the machine; still, only one job of a slot is in
 * its heavy part, and only one in this. It is not cancelled any more.
 */
export class Finishing<E, R> {
  readonly effect: Effect.Effect<Json, E, R>
  constructor(effect: Effect.Effect<Json, E, R>) {
    this.effect = effect
  }
}

/** What `prepare` found, or its failure. */
export type Prepared = Effect.Effect<unknown, unknown>

/** A queue's job body with its payload still encoded, as the pool runs it. */
export interface Processor<R> {
  readonly queue: QueueName
  /** What can be read before a job's turn, while another one runs; it changes nothing, and may be for nothing. */
  readonly prepare?: (payload: unknown) => Effect.Effect<unknown, unknown, R>
  /** `prepared` is given where `prepare` was run ahead. */
  readonly run: (
    payload: unknown,
    context: JobContext,
    prepared?: Prepared
  ) => Effect.Effect<Json | Finishing<unknown, R>, unknown, R>
}

/**
 * The body of a queue's jobs. It runs at least once: an attempt may be cut off anywhere and begun again.
 * The returned JSON becomes the run's result. A `PermanentFailure` ends the run, any other error or a defect is
 * tried again later. Interruption (cancel, shutdown) must stop child processes through finalizers. Each job has
 * a scope of its own, which a `Finishing` outlives.
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

/** A `processor` in two parts, the first of which runs ahead of its turn when the job before takes its time. */
export const preparedProcessor = <Name extends QueueName, A, I, P, EP, RP, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  parts: {
    readonly prepare: (payload: A) => Effect.Effect<P, EP, RP>
    readonly run: (prepared: P, context: JobContext) => Effect.Effect<Json | Finishing<E2, R2>, E, R>
  }
): Processor<RP | Exclude<R, Scope.Scope> | R2> => {
  const decode = decoderOf(def)
  const prepare = (payload: unknown) => Effect.flatMap(decode(payload), parts.prepare)
  return {
    queue: def.name,
    prepare,
    run: (payload, context, prepared) =>
      Effect.flatMap((prepared as Effect.Effect<P, EP> | undefined) ?? prepare(payload), (found) =>
        Effect.scoped(parts.run(found, context))
      )
  }
}

const decoderOf = <Name extends QueueName, A, I>(def: QueueDef<Name, A, I>) => {
  const decode = Schema.decodeUnknownEither(def.payload)
  return (payload: unknown): Either.Either<A, PermanentFailure> =>
    Either.mapLeft(
      decode(payload),
      ({ message }) =>
        new PermanentFailure({ message: "The payload does not fit the queue", detail: message })
    )
}

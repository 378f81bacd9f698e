import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { PermanentFailure } from "./Failures.ts"
import { Finishing } from "./Finishing.ts"
import type { JobContext } from "./JobContext.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"

/** A queue's job body with its payload still encoded, as the pool runs it. */
export interface Processor<R> {
  readonly queue: QueueName
  readonly run: (
    payload: unknown,
    context: JobContext
  ) => Effect.Effect<Json | Finishing<unknown, R>, unknown, R>
  /** See `groupProcessor`. */
  readonly group?: {
    readonly most: number
    readonly run: (
      jobs: ReadonlyArray<GroupJob<unknown>>
    ) => Effect.Effect<GroupEnds<unknown, unknown, R>, unknown, R>
  }
}

/** How the jobs of a group ended, in their order: known at once, or when the group's last part has ended. */
export type GroupEnds<E, E2, R> =
  ReadonlyArray<Exit.Exit<Json, E>> | Finishing<E2, R, ReadonlyArray<Exit.Exit<Json, E>>>

/** As a last part, also where all is known. */
export const lastPartOf = <E, E2, R>(
  ends: GroupEnds<E, E2, R>
): Effect.Effect<ReadonlyArray<Exit.Exit<Json, E>>, E2, R> =>
  ends instanceof Finishing ? ends.effect : Effect.succeed(ends)

export interface GroupJob<A> {
  readonly payload: A
  readonly context: JobContext
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

/**
 * For jobs that take about a millisecond, whose statements would be most of it: those that wait are run so many at a time, and
 * what they write is one transaction. The body answers with an exit for each, in their order, or with what is left to do until
 * these are known (`Finishing`), beside which the next group begins. Where it fails as a whole its jobs are run again one by one,
 * each as a group of its own, so that one that is to blame fails alone. Cancelling one interrupts the group; the others are run
 * again, their attempts not counted.
 */
export const groupProcessor = <Name extends QueueName, A, I, E, E2, R, E3 = never, R3 = never>(
  def: QueueDef<Name, A, I>,
  most: number,
  body: (jobs: ReadonlyArray<GroupJob<A>>) => Effect.Effect<GroupEnds<E, E3, R3>, E2, R>
): Processor<Exclude<R, Scope.Scope> | R3> => {
  const decode = decoderOf(def)
  const runAll = (jobs: ReadonlyArray<GroupJob<unknown>>) => {
    const decoded = jobs.map(({ context, payload }) =>
      Either.map(decode(payload), (payload) => ({ context, payload }))
    )
    const withRefused = (exits: ReadonlyArray<Exit.Exit<Json, E>>) => {
      const left = [...exits]
      return decoded.map((job): Exit.Exit<Json, unknown> =>
        Either.isRight(job) ? left.shift()! : Exit.fail(job.left)
      )
    }
    return Effect.map(
      Effect.scoped(body(decoded.flatMap((job) => (Either.isRight(job) ? [job.right] : [])))),
      (ends): GroupEnds<unknown, E3, R3> =>
        ends instanceof Finishing ? new Finishing(Effect.map(ends.effect, withRefused)) : withRefused(ends)
    )
  }
  return {
    queue: def.name,
    run: (payload, context) =>
      Effect.map(
        runAll([{ payload, context }]),
        (ends) => new Finishing(Effect.flatMap(lastPartOf(ends), ([exit]) => exit!))
      ),
    group: { most, run: runAll }
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

import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { PermanentFailure } from "./Failures.ts"
import { CommitPhase } from "./CommitPhase.ts"
import type { JobContext } from "./JobContext.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"

/** A queue's job body that takes the encoded payload, as the pool runs it. */
export interface Processor<R> {
  readonly queue: QueueName
  readonly run: (
    payload: unknown,
    context: JobContext
  ) => Effect.Effect<Json | CommitPhase<unknown, R>, unknown, R>
  /** See `groupProcessor`. */
  readonly group?: {
    readonly most: number
    readonly run: (
      jobs: ReadonlyArray<GroupJob<unknown>>
    ) => Effect.Effect<GroupEnds<unknown, unknown, R>, unknown, R>
  }
}

/** The outcomes of a group's jobs, in their order: known immediately, or after the group's commit phase. */
export type GroupEnds<E, E2, R> =
  ReadonlyArray<Exit.Exit<Json, E>> | CommitPhase<E2, R, ReadonlyArray<Exit.Exit<Json, E>>>

/** Wraps the outcomes as a commit phase, even if they are already known. */
export const commitPhaseOf = <E, E2, R>(
  ends: GroupEnds<E, E2, R>
): Effect.Effect<ReadonlyArray<Exit.Exit<Json, E>>, E2, R> =>
  ends instanceof CommitPhase ? ends.effect : Effect.succeed(ends)

export interface GroupJob<A> {
  readonly payload: A
  readonly context: JobContext
}

/**
 * The body of a queue's jobs. It runs at least once: an attempt may be cut off anywhere and started again. The returned
 * JSON becomes the run's result. A `PermanentFailure` ends the run; any other error or defect is retried later.
 * Interruption (cancel, shutdown) must stop child processes through finalizers. Each job has its own scope.
 */
export const processor = <Name extends QueueName, A, I, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | CommitPhase<E2, R2>, E, R>
): Processor<Exclude<R, Scope.Scope> | R2> =>
  plainProcessor(def, (payload, context) => Effect.scoped(body(payload, context)))

/** A `processor` without a scope per job, which accounts for more than half the cost of jobs of a few microseconds. */
export const plainProcessor = <Name extends QueueName, A, I, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | CommitPhase<E2, R2>, E, R>
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
 * For jobs of about a millisecond, whose statements would dominate the cost: waiting jobs run in groups, and each group
 * writes in one transaction. The body returns an exit for each job, in their order, or the remaining work until the
 * exits are known (`CommitPhase`), during which the next group starts. If the body fails as a whole, its jobs run again
 * one by one as groups of their own, so that only the faulty job fails. Cancelling one job interrupts the group; the
 * others run again without counting the attempt.
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
        ends instanceof CommitPhase
          ? new CommitPhase(Effect.map(ends.effect, withRefused))
          : withRefused(ends)
    )
  }
  return {
    queue: def.name,
    run: (payload, context) =>
      Effect.map(
        runAll([{ payload, context }]),
        (ends) => new CommitPhase(Effect.flatMap(commitPhaseOf(ends), ([exit]) => exit!))
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
        new PermanentFailure({
          message: "The data of this job does not match the format of its queue",
          detail: message
        })
    )
}

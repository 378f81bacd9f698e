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

/** The code that runs the jobs of a queue, in the form that the worker pool uses. It takes the encoded payload. */
export interface Processor<R> {
  readonly queue: QueueName
  readonly run: (
    payload: unknown,
    context: JobContext
  ) => Effect.Effect<Json | CommitPhase<unknown, R>, unknown, R>
  /** Runs up to `most` jobs as a group. See `groupProcessor`. */
  readonly group?: {
    readonly most: number
    readonly run: (
      jobs: ReadonlyArray<GroupJob<unknown>>
    ) => Effect.Effect<GroupEnds<unknown, unknown, R>, unknown, R>
  }
}

/** The exits of a group's jobs in the order of the jobs, or the commit phase that returns them. */
export type GroupEnds<E, E2, R> =
  ReadonlyArray<Exit.Exit<Json, E>> | CommitPhase<E2, R, ReadonlyArray<Exit.Exit<Json, E>>>

/** Returns the effect of the commit phase. If the exits are already known, the effect succeeds with these exits. */
export const commitPhaseOf = <E, E2, R>(
  ends: GroupEnds<E, E2, R>
): Effect.Effect<ReadonlyArray<Exit.Exit<Json, E>>, E2, R> =>
  ends instanceof CommitPhase ? ends.effect : Effect.succeed(ends)

export interface GroupJob<A> {
  readonly payload: A
  readonly context: JobContext
}

/**
 * Defines how a queue's jobs run. The body runs at least once per job: an attempt may be interrupted anywhere and
 * started again. The returned JSON becomes the run's result. A `PermanentFailure` ends the run. Any other error or
 * defect is retried later. On interruption (cancellation, shutdown), finalizers must stop child processes. Each job has
 * its own scope.
 */
export const processor = <Name extends QueueName, A, I, E, R, E2 = never, R2 = never>(
  def: QueueDef<Name, A, I>,
  body: (payload: A, context: JobContext) => Effect.Effect<Json | CommitPhase<E2, R2>, E, R>
): Processor<Exclude<R, Scope.Scope> | R2> =>
  plainProcessor(def, (payload, context) => Effect.scoped(body(payload, context)))

/**
 * Defines a `processor` without a scope per job. A scope is more than half of the cost of a job that lasts a few
 * microseconds.
 */
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
 * Defines a processor for very short jobs (about a millisecond). A transaction per job would be most of the cost of
 * such a job, so waiting jobs run in groups, and each group writes in one transaction. The body returns an exit for
 * each job, in the order of the jobs. Instead of the exits, it may return a `CommitPhase`, which produces the exits
 * while the next group starts. If the body fails as a whole, each job runs again in a group of its own, so that only
 * the faulty job fails. If one job is canceled, the group is interrupted. The other jobs of the group then run again,
 * and the interrupted attempt does not count.
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

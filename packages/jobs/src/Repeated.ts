import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/**
 * Runs an effect of the worker that is not a job. A failure or defect is only logged. `what` is the name of the effect
 * in the log.
 */
export const tolerated = <E, R>(
  what: string,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> =>
  work.pipe(
    Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed`, cause)),
    Effect.asVoid
  )

/** Repeats `work` until it is interrupted, with `pause` after each run. A failure or defect is only logged. */
export const repeated = <E, R>(
  what: string,
  pause: Duration.DurationInput,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<never, never, R> =>
  tolerated(what, work).pipe(Effect.repeat(Schedule.spaced(pause)), Effect.zipRight(Effect.never))

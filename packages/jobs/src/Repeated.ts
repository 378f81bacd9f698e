import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Work of a worker beside its jobs. What fails, even by a defect, is logged and ends nothing else. */
export const tolerated = <E, R>(
  what: string,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> =>
  work.pipe(
    Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed`, cause)),
    Effect.asVoid
  )

/** The same again this long after each end, until it is interrupted. */
export const repeated = <E, R>(
  what: string,
  pause: Duration.DurationInput,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<never, never, R> =>
  tolerated(what, work).pipe(Effect.repeat(Schedule.spaced(pause)), Effect.zipRight(Effect.never))

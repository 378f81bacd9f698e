import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Work of a worker outside its jobs. A failure or defect is logged and does not stop anything else. */
export const tolerated = <E, R>(
  what: string,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R> =>
  work.pipe(
    Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed`, cause)),
    Effect.asVoid
  )

/** Repeats the effect, with this pause after each end, until it is interrupted. */
export const repeated = <E, R>(
  what: string,
  pause: Duration.DurationInput,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<never, never, R> =>
  tolerated(what, work).pipe(Effect.repeat(Schedule.spaced(pause)), Effect.zipRight(Effect.never))

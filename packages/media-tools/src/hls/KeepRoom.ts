import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Measuring the cache lists every directory: not at each start of a run. */
const EVERY_MS = 30_000

/**
 * Keeps the cache within its bounds while runs start. A measurement takes 1 s for 1,000 videos of which 30 segments are there,
 * and no one waits for it where there was room before. After one that failed the next run waits, and is told why.
 */
export const keepRoom = (scope: Scope.Scope, now = () => performance.now()) => {
  let measuredAt = Number.NEGATIVE_INFINITY
  let hadRoom = false
  let running = 0
  const measured = <A, E>(measure: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        measuredAt = now()
        running += 1
      }),
      () => measure,
      () => Effect.sync(() => void (running -= 1))
    ).pipe(
      Effect.tapBoth({
        onFailure: () =>
          Effect.sync(() => {
            measuredAt = Number.NEGATIVE_INFINITY
            hadRoom = false
          }),
        onSuccess: () => Effect.sync(() => void (hadRoom = true))
      })
    )
  return {
    /** At once, for who needs the numbers. */
    measured,
    /** Before a run starts. */
    beforeRun: <A, E>(measure: Effect.Effect<A, E>): Effect.Effect<void, E> =>
      Effect.suspend(() => {
        if (now() - measuredAt < EVERY_MS) return Effect.void
        if (!hadRoom) return Effect.asVoid(measured(measure))
        return running > 0
          ? Effect.void
          : Effect.asVoid(Effect.forkIn(Effect.ignore(measured(measure)), scope))
      })
  }
}

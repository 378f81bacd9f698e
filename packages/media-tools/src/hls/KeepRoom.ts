import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * Minimum time between measurements in milliseconds. A measurement lists every directory of the cache, so it is not
 * repeated each time a run starts.
 */
const EVERY_MS = 30_000

/**
 * Keeps the cache within its limits while runs start. A measurement takes 1 s for 1,000 videos with 30 segments each. A
 * run does not wait for the measurement if the previous one found enough space. After a failed measurement, the next
 * run waits for a new one and reports its failure.
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
    /** Measures immediately, for callers that need the numbers. */
    measured,
    /**
     * Measures the cache if the last measurement is too old. Waits for the result only if the last measurement failed
     * or if there was none. Call this before a run starts.
     */
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

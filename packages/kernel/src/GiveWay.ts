import * as Effect from "effect/Effect"

/**
 * Lets the event loop handle pending requests, timers and sockets. Long computations yield this effect between their
 * steps.
 */
export const giveWay: Effect.Effect<void> = Effect.async((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

import * as Effect from "effect/Effect"

/**
 * Lets the event loop handle pending requests, timers and sockets. Long computations in this process yield it between
 * their parts.
 */
export const giveWay: Effect.Effect<void> = Effect.async((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Waits until a request may be sent. All programs that use an endpoint share this rate limit. */
export type Allowance = Effect.Effect<void>

/** The limit of the servers. */
export const REQUESTS_PER_MINUTE = 240

/** A token bucket in this process: a burst of `most`, then evenly. */
export const localAllowance = (perMinute = REQUESTS_PER_MINUTE, most = 10): Allowance => {
  const gap = 60_000 / perMinute
  /** The time at which the bucket is empty, advanced by one interval per request. */
  let emptyAt = Number.NEGATIVE_INFINITY
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    emptyAt = Math.max(emptyAt, now - most * gap) + gap
    return Effect.sleep(Math.max(0, emptyAt - now))
  })
}

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Waits until a request may be sent. All programs that use the same endpoint share one rate limit. */
export type Allowance = Effect.Effect<void>

/** The rate limit of stash-box servers in requests per minute. */
export const REQUESTS_PER_MINUTE = 240

/** Creates a token bucket for this process. It allows a burst of `most` requests, then evenly spaced requests. */
export const localAllowance = (perMinute = REQUESTS_PER_MINUTE, most = 10): Allowance => {
  const gap = 60_000 / perMinute
  /** The time at which the bucket is empty. Each request advances this time by one interval. */
  let emptyAt = Number.NEGATIVE_INFINITY
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    emptyAt = Math.max(emptyAt, now - most * gap) + gap
    return Effect.sleep(Math.max(0, emptyAt - now))
  })
}

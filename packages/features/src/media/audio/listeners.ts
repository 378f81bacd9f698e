import { RawFailure } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"

/**
 * Maximum number of concurrent converted streams per account. Each player may need two, because it requests the next
 * track before the current one ends.
 */
const MOST_OF_ONE = 6
/**
 * Maximum number of converted streams for all accounts of this process. Each stream uses 1 to 2% of a CPU during
 * playback.
 */
const MOST_OF_ALL = 24
const RETRY_SECONDS = 2

const running = new Map<string, number>()

/**
 * Runs `sending`. Fails with a 503 response if the account or the process already has the maximum number of running
 * streams.
 */
export const withListener = <A, E, R>(accountId: string, sending: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.suspend(() => {
      const own = running.get(accountId) ?? 0
      const all = [...running.values()].reduce((sum, count) => sum + count, 0)
      if (own >= MOST_OF_ONE || all >= MOST_OF_ALL)
        return new RawFailure({
          status: 503,
          text: "Too many tracks are being converted. Try again in a few seconds.",
          retryAfterSeconds: RETRY_SECONDS
        })
      return Effect.sync(() => void running.set(accountId, own + 1))
    }),
    () => sending,
    () =>
      Effect.sync(() => {
        const left = (running.get(accountId) ?? 1) - 1
        if (left > 0) running.set(accountId, left)
        else running.delete(accountId)
      })
  )

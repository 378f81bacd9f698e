import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

interface HostState {
  readonly permit: Effect.Semaphore
  /** Number of requests to this host that are waiting or running. */
  users: number
  nextAt: number
  failures: number
}

const GAP_MILLIS = 500
const FIRST_WAIT_MILLIS = 1_000
const MOST_WAIT_MILLIS = 60_000
/** Maximum pause in milliseconds that is granted to a website that asks for a pause. */
const MOST_ASKED_MILLIS = 300_000
const MOST_HOSTS = 1_000

export interface Lease {
  /** Ends the turn, so that the next request to this host may start after the pause. A second call has no effect. */
  readonly leave: Effect.Effect<void>
  /** Reports the status of the response. The pause before the next request gets longer after 429 and 503. */
  readonly report: (status: number, retryAfterSeconds: number | undefined) => Effect.Effect<void>
}

/**
 * Creates a rate limiter that allows one request at a time per host, with a pause in between. The pause gets longer if
 * the host is overloaded or asks for it.
 */
export const makePace = (gapMillis = GAP_MILLIS) => {
  const hosts = new Map<string, HostState>()

  const stateOf = (host: string, now: number): HostState => {
    const known = hosts.get(host)
    if (known !== undefined) return known
    if (hosts.size >= MOST_HOSTS)
      for (const [name, { nextAt, users }] of hosts) if (users === 0 && nextAt <= now) hosts.delete(name)
    const state = { permit: Effect.unsafeMakeSemaphore(1), users: 0, nextAt: 0, failures: 0 }
    hosts.set(host, state)
    return state
  }

  /**
   * Waits for the caller's turn to send a request to the host. The turn ends when the scope closes or the caller runs
   * `leave`.
   */
  const enter = (host: string): Effect.Effect<Lease, never, Scope.Scope> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const state = stateOf(host, yield* Clock.currentTimeMillis)
        state.users += 1
        const gone = Effect.sync(() => void (state.users -= 1))
        yield* restore(state.permit.take(1)).pipe(Effect.onInterrupt(() => gone))
        let isOut = false
        const leave = Effect.suspend(() => {
          if (isOut) return Effect.void
          isOut = true
          return Clock.currentTimeMillis.pipe(
            Effect.flatMap((now) => {
              state.nextAt = Math.max(state.nextAt, now + gapMillis)
              return state.permit.release(1)
            }),
            Effect.zipRight(gone)
          )
        })
        yield* Effect.addFinalizer(() => leave)
        const wait = Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.sleep(Math.max(0, state.nextAt - now))
        )
        yield* restore(wait)
        const report = (status: number, retryAfterSeconds: number | undefined) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (status !== 429 && status !== 503) {
              state.failures = 0
              return
            }
            const own = Math.min(FIRST_WAIT_MILLIS * 2 ** state.failures, MOST_WAIT_MILLIS)
            state.failures += 1
            const asked = Math.min((retryAfterSeconds ?? 0) * 1_000, MOST_ASKED_MILLIS)
            state.nextAt = Math.max(state.nextAt, now + Math.max(own, asked))
          })
        return { leave, report }
      })
    )

  return { enter }
}

export type Pace = ReturnType<typeof makePace>

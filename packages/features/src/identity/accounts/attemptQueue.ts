import * as Effect from "effect/Effect"
import { SignInBusy } from "./errors.ts"

/**
 * Priorities of waiting sign-in attempts, highest first: attempts from addresses that have used the account before,
 * from new addresses, and from addresses with wrong guesses.
 */
export const lanes = ["known", "fresh", "suspect"] as const
export type Lane = (typeof lanes)[number]

export interface AttemptQueueOptions {
  /** Maximum number of attempts that run at the same time. */
  readonly slots: number
  /**
   * Maximum number of waiting attempts per lane. An attempt above this limit replaces the oldest attempt, which is
   * rejected.
   */
  readonly perLane: number
  /** Maximum number of waiting attempts per address. More attempts are rejected. */
  readonly perAddress: number
  readonly maxWaitMillis: number
}

interface Waiting {
  readonly address: string
  readonly lane: Lane
  readonly settle: (outcome: "go" | "busy") => void
}

/**
 * Creates a queue for sign-in attempts. At most one attempt per address runs at a time. In each lane, the address with
 * the newest attempt comes first. During a flood of attempts, the callers of old attempts have probably given up. If
 * attempts ran in order of arrival, every caller would have to wait until the whole flood is processed.
 *
 * Attempts from the same address do run in order of arrival, as the throttle requires.
 */
export const makeAttemptQueue = (options: AttemptQueueOptions) => {
  let waiting: ReadonlyArray<Waiting> = []
  const active = new Set<string>()

  const remove = (one: Waiting): boolean => {
    const { length } = waiting
    waiting = waiting.filter((other) => other !== one)
    return waiting.length < length
  }
  const next = (): Waiting | undefined => {
    for (const lane of lanes) {
      const newest = waiting.findLast((one) => one.lane === lane && !active.has(one.address))
      if (newest !== undefined) return waiting.find(({ address }) => address === newest.address)
    }
    return undefined
  }
  const dispatch = (): void => {
    while (active.size < options.slots) {
      const one = next()
      if (one === undefined) return
      remove(one)
      active.add(one.address)
      one.settle("go")
    }
  }
  const leave = (address: string) =>
    Effect.sync(() => {
      active.delete(address)
      dispatch()
    })

  const enter = (address: string, lane: Lane): Effect.Effect<void, SignInBusy> =>
    Effect.async<void, SignInBusy>((resume) => {
      if (waiting.filter((one) => one.address === address).length >= options.perAddress) {
        return resume(new SignInBusy())
      }
      const timer = setTimeout(() => {
        if (remove(one)) one.settle("busy")
      }, options.maxWaitMillis)
      let isGoing = false
      const one: Waiting = {
        address,
        lane,
        settle: (outcome) => {
          clearTimeout(timer)
          isGoing = outcome === "go"
          resume(isGoing ? Effect.void : new SignInBusy())
        }
      }
      waiting = [...waiting, one]
      const crowd = waiting.filter((other) => other.lane === lane)
      const oldest = crowd.length > options.perLane ? crowd[0] : undefined
      if (oldest !== undefined && remove(oldest)) oldest.settle("busy")
      dispatch()
      return Effect.suspend(() => {
        clearTimeout(timer)
        remove(one)
        return isGoing ? leave(address) : Effect.void
      })
    })

  return {
    /**
     * Runs the attempt after it has waited in its lane. Fails with `SignInBusy` if a limit of the queue is exceeded.
     */
    run: <A, E, R>(address: string, lane: Lane, attempt: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(enter(address, lane)), () => Effect.ensuring(restore(attempt), leave(address)))
      )
  }
}

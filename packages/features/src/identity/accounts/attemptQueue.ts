import * as Effect from "effect/Effect"
import { SignInBusy } from "./errors.ts"

/**
 * Lanes in order of priority: addresses that the account was used from, then new ones, then those that guessed wrong.
 */
export const lanes = ["known", "fresh", "suspect"] as const
export type Lane = (typeof lanes)[number]

export interface AttemptQueueOptions {
  /** Attempts that run at once. */
  readonly slots: number
  /** Attempts that wait in each lane. Beyond it the one that has waited longest is refused. */
  readonly perLane: number
  /** Attempts of one address that wait; more are refused. */
  readonly perAddress: number
  readonly maxWaitMillis: number
}

interface Waiting {
  readonly address: string
  readonly lane: Lane
  readonly settle: (outcome: "go" | "busy") => void
}

/**
 * The queue for sign-in attempts. An address has one running attempt at a time. Among addresses the newest goes first:
 * during a flood, an old attempt has already lost its caller or exceeded its time limit, and first come, first served
 * would make everyone wait for the entire flood. Attempts of one address stay in order, which the throttle requires.
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
    /** Runs the attempt when its turn comes; fails with `SignInBusy` when that would take too long. */
    run: <A, E, R>(address: string, lane: Lane, attempt: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(enter(address, lane)), () => Effect.ensuring(restore(attempt), leave(address)))
      )
  }
}

import type { Decider } from "@media/event-store/Decider"
import type { Event } from "@media/event-store/Event"
import * as Either from "effect/Either"
import { expect } from "vitest"

/** Specifies a decider. Given past events, commands must result in certain events or a rejection. */
export const decider = <C, S, E extends Event, R>(rules: Decider<C, S, E, R>) => ({
  given: (...history: ReadonlyArray<E>) => ({
    when: (...commands: ReadonlyArray<C>) => {
      let state = history.reduce(rules.evolve, rules.initial)
      const events: Array<E> = []
      let rejection: R | undefined
      for (const command of commands) {
        const decided = rules.decide(command, state)
        if (Either.isLeft(decided)) {
          rejection = decided.left
          break
        }
        events.push(...decided.right)
        state = decided.right.reduce(rules.evolve, state)
      }
      return {
        then: (...expected: ReadonlyArray<E>): void => {
          expect(rejection).toBeUndefined()
          expect(events).toEqual(expected)
        },
        nothing: (): void => {
          expect([rejection, events]).toEqual([undefined, []])
        },
        rejects: (tag: string): void => {
          expect((rejection as { readonly _tag?: string } | undefined)?._tag).toBe(tag)
          expect(events).toEqual([])
        }
      }
    }
  })
})

import type * as Either from "effect/Either"
import type { Event } from "./Event.ts"

/**
 * The rules of one kind of stream. Pure: a decider does not await, log or read clocks. The command contains the time.
 * `decide` returns the resulting events (none if nothing changes) or the rejection.
 */
export interface Decider<Command, State, E extends Event, Rejection> {
  readonly initial: State
  readonly decide: (command: Command, state: State) => Either.Either<ReadonlyArray<E>, Rejection>
  readonly evolve: (state: State, event: E) => State
}

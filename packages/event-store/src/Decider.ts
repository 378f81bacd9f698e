import type * as Either from "effect/Either"
import type { Event } from "./Event.ts"

/**
 * The rules of one kind of stream, as pure functions: they do not await, log or read the clock. If a decision depends
 * on the time, the command contains it. `decide` returns the new events (none if nothing changes) or the reason for
 * rejecting the command.
 */
export interface Decider<Command, State, E extends Event, Rejection> {
  readonly initial: State
  readonly decide: (command: Command, state: State) => Either.Either<ReadonlyArray<E>, Rejection>
  readonly evolve: (state: State, event: E) => State
}

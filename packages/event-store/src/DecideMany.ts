import * as Either from "effect/Either"
import type { Decider } from "./Decider.ts"
import type { Event } from "./Event.ts"
import type { StreamAppend } from "./InsertEvents.ts"

/** A command in a batch, and the stream that it changes. */
export interface StreamCommand<Command> {
  readonly streamId: string
  readonly command: Command
}

/**
 * The range of the new events of a stream that result from one command: from index `from` (inclusive) to `to`
 * (exclusive).
 */
export type Span = readonly [from: number, to: number]

/** The events to append to one stream, and the outcomes of its commands. */
export interface StreamDecision<E extends Event, Rejection> {
  readonly append: StreamAppend<E>
  /** The outcome of each command, keyed by its index in the batch. */
  readonly outcomes: ReadonlyMap<number, Either.Either<Span, Rejection>>
}

/**
 * Decides a batch of commands, which are keyed by their index. This is a pure function. A command is decided on the
 * history of its stream including the events of earlier commands in the batch. A rejected command does not affect later
 * ones.
 */
export const decideMany = <Command, State, E extends Event, Rejection>(
  decider: Decider<Command, State, E, Rejection>,
  commands: ReadonlyMap<number, StreamCommand<Command>>,
  historyOf: (streamId: string) => ReadonlyArray<E>
): ReadonlyArray<StreamDecision<E, Rejection>> => {
  const byStream = new Map<string, Array<readonly [index: number, command: Command]>>()
  for (const [index, { command, streamId }] of commands) {
    const own = byStream.get(streamId) ?? []
    byStream.set(streamId, own)
    own.push([index, command])
  }
  return [...byStream].map(([streamId, own]) => {
    const history = historyOf(streamId)
    let state = history.reduce(decider.evolve, decider.initial)
    const events: Array<E> = []
    const outcomes = new Map<number, Either.Either<Span, Rejection>>()
    for (const [index, command] of own) {
      const decided = decider.decide(command, state)
      if (Either.isLeft(decided)) outcomes.set(index, Either.left(decided.left))
      else {
        outcomes.set(index, Either.right([events.length, events.length + decided.right.length]))
        events.push(...decided.right)
        state = decided.right.reduce(decider.evolve, state)
      }
    }
    return { append: { streamId, expectedVersion: history.length, events }, outcomes }
  })
}

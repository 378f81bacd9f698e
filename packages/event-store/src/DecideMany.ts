import * as Either from "effect/Either"
import type { Decider } from "./Decider.ts"
import type { Event } from "./Event.ts"
import type { StreamAppend } from "./InsertEvents.ts"

/** A command of a batch, with the stream that the command changes. */
export interface StreamCommand<Command> {
  readonly streamId: string
  readonly command: Command
}

/** The range of a command's events among the appended events of its stream. `from` is inclusive, `to` is exclusive. */
export type Span = readonly [from: number, to: number]

/** The decision for one stream. */
export interface StreamDecision<E extends Event, Rejection> {
  readonly append: StreamAppend<E>
  /** The outcome of each command, by its index in the batch. */
  readonly outcomes: ReadonlyMap<number, Either.Either<Span, Rejection>>
}

/**
 * Decides commands, which are keyed by their index in the batch, stream by stream. Pure. Each command sees the events
 * of the earlier commands for its stream. A rejected command has no effect on later commands.
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

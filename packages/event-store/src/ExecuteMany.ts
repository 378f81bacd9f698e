import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { decideMany, type StreamCommand, type StreamDecision } from "./DecideMany.ts"
import type { Decider } from "./Decider.ts"
import { VersionConflict } from "./errors.ts"
import type { Event, EventMeta, Recorded } from "./Event.ts"
import { RequestMeta } from "./RequestMeta.ts"
import { insertUnlessMoved, type StreamAppend } from "./InsertEvents.ts"

/** Maximum number of retries of a command after conflicts with other writers. */
export const maxRetries = 3

export interface ExecuteManyOptions<Command, State, E extends Event, Rejection> {
  readonly decider: Decider<Command, State, E, Rejection>
  readonly commands: ReadonlyArray<StreamCommand<Command>>
  /** `batchId` is generated if it is missing. All events of one call share the batch id. */
  readonly meta: EventMeta
}

/** The outcome of one command: its events (none if nothing changed), or the reason why it was rejected. */
export type CommandOutcome<E extends Event, Rejection> = Either.Either<
  ReadonlyArray<Recorded<E>>,
  Rejection | VersionConflict
>

/** The functions of the event store that this module needs. */
export interface StoreParts {
  readonly readMany: (streamIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Recorded>, SqlError>
  /** Updates the projections and queues the jobs for new events, in the transaction that inserted them. */
  readonly applyEvents: (recorded: ReadonlyArray<Recorded>) => Effect.Effect<void, SqlError, SqlClient>
}

/**
 * Implements `EventStore.executeMany`. Decides all commands before it writes the first event. As soon as the first
 * event is written, readers of the log have to wait for this transaction.
 */
export const executeMany = <Command, State, E extends Event, Rejection>(
  { commands, decider, meta }: ExecuteManyOptions<Command, State, E, Rejection>,
  { applyEvents, readMany }: StoreParts
): Effect.Effect<ReadonlyArray<CommandOutcome<E, Rejection>>, SqlError, SqlClient> =>
  Effect.gen(function* () {
    const batch = { ...(yield* RequestMeta), ...meta, batchId: meta.batchId ?? uuidv7() }
    const outcomes = new Map<number, CommandOutcome<E, Rejection>>()
    let open: ReadonlyMap<number, StreamCommand<Command>> = new Map(commands.entries())
    for (let retries = 0; open.size > 0 && retries <= maxRetries; retries += 1) {
      const streamIds = [...new Set([...open.values()].map(({ streamId }) => streamId))]
      const history = groupByStream(yield* readMany(streamIds))
      const decisions = decideMany(decider, open, (streamId) =>
        (history.get(streamId) ?? []).map(({ event }) => event as E)
      )
      const { moved, recorded } = yield* insertDecided(decisions, batch)
      if (recorded.length > 0) yield* applyEvents(recorded)
      const byStream = groupByStream(recorded)
      for (const { append, outcomes: decided } of decisions) {
        if (moved.has(append.streamId)) continue
        const own = byStream.get(append.streamId) ?? []
        for (const [index, outcome] of decided) {
          outcomes.set(
            index,
            Either.map(outcome, ([from, to]) => own.slice(from, to))
          )
        }
      }
      open = new Map([...open].filter(([, { streamId }]) => moved.has(streamId)))
    }
    return commands.map(
      ({ streamId }, index) =>
        outcomes.get(index) ?? Either.left(new VersionConflict({ streamIds: [streamId] }))
    )
  }).pipe(
    transaction,
    Effect.withSpan("eventStore.executeMany", { attributes: { commands: commands.length } })
  )

/** Groups events by stream, keeping their order. */
export const groupByStream = <E extends Event>(recorded: ReadonlyArray<Recorded<E>>) => {
  const groups = new Map<string, Array<Recorded<E>>>()
  for (const one of recorded) {
    const group = groups.get(one.streamId)
    if (group === undefined) groups.set(one.streamId, [one])
    else group.push(one)
  }
  return groups
}

const insertDecided = <E extends Event>(
  decisions: ReadonlyArray<StreamDecision<E, unknown>>,
  meta: EventMeta
) => {
  const appends = decisions.map(({ append }) => append).filter(({ events }) => events.length > 0)
  return appends.length === 0
    ? Effect.succeed({ moved: new Set<string>(), recorded: [] })
    : insertUnlessMoved(appends.toSorted(byStreamId), meta)
}

const byStreamId = (one: StreamAppend, other: StreamAppend): number =>
  one.streamId < other.streamId ? -1 : one.streamId > other.streamId ? 1 : 0

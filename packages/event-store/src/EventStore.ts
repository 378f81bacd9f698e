import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { enqueue } from "@media/jobs/Enqueue"
import { isUniqueViolation } from "@media/pg/errors"
import { rowsOf } from "@media/pg/Rows"
import { afterCommit, transaction } from "@media/pg/Transaction"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Decider } from "./Decider.ts"
import { VersionConflict } from "./errors.ts"
import type { Event, EventMeta, Recorded } from "./Event.ts"
import { EventRegistry } from "./EventRegistry.ts"
import {
  executeMany,
  groupByStream,
  maxRetries,
  type CommandOutcome,
  type ExecuteManyOptions
} from "./ExecuteMany.ts"
import { insertEvents, type StreamAppend } from "./InsertEvents.ts"
import { project } from "./Projector.ts"
import { decodeRow, eventColumns, EventRow } from "./Rows.ts"
import { RequestMeta } from "./RequestMeta.ts"
import { WakeFeed } from "./WakeFeed.ts"

export interface ExecuteOptions<Command, State, E extends Event, Rejection> {
  readonly streamId: string
  readonly decider: Decider<Command, State, E, Rejection>
  readonly command: Command
  readonly meta: EventMeta
}

export type { StreamAppend } from "./InsertEvents.ts"

/**
 * All events of the application are written through this service. Each call inserts the events, updates the projections
 * and queues the jobs of the policies in one transaction. If the caller has already begun a transaction, the call uses
 * that transaction.
 */
export class EventStore extends Context.Tag("@media/event-store/EventStore")<
  EventStore,
  {
    /**
     * Appends events. If any of the streams has a newer version than expected, appends nothing and fails with
     * `VersionConflict`.
     */
    readonly append: <E extends Event>(
      appends: ReadonlyArray<StreamAppend<E>>,
      meta: EventMeta
    ) => Effect.Effect<ReadonlyArray<Recorded<E>>, VersionConflict | SqlError>
    /** Returns all events of a stream, oldest first. Dies if an event cannot be decoded. */
    readonly read: (streamId: string) => Effect.Effect<ReadonlyArray<Recorded>, SqlError>
    /** Reads many streams at once. Streams without events have no entry in the result. */
    readonly readMany: (
      streamIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<Recorded>>, SqlError>
    /**
     * Loads the stream, decides the command and appends the resulting events. If another writer appended first, does
     * this again, up to three times.
     */
    readonly execute: <Command, State, E extends Event, Rejection>(
      options: ExecuteOptions<Command, State, E, Rejection>
    ) => Effect.Effect<ReadonlyArray<Recorded<E>>, Rejection | VersionConflict | SqlError>
    /**
     * Does the same as `execute` for commands on many streams of one kind, with one read and one append. Returns an
     * outcome for each command, in the order of `commands`. A rejected command does not affect the others. If other
     * writers changed some of the streams, only these are reloaded and their commands decided again, up to three times.
     * All streams are kept in memory, so pass at most a few thousand commands per call.
     */
    readonly executeMany: <Command, State, E extends Event, Rejection>(
      options: ExecuteManyOptions<Command, State, E, Rejection>
    ) => Effect.Effect<ReadonlyArray<CommandOutcome<E, Rejection>>, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const registry = yield* EventRegistry
      const wake = yield* WakeFeed

      /** Updates the projections and queues the jobs for new events, in the transaction that inserted them. */
      const applyEvents = (recorded: ReadonlyArray<Recorded>) =>
        Effect.gen(function* () {
          yield* project(registry.projections, recorded)
          const jobs = recorded.flatMap((one) =>
            registry.policies.flatMap((policy) => policy[one.event._tag]?.(one as Recorded<never>) ?? [])
          )
          if (jobs.length > 0) yield* enqueue(jobs)
          yield* afterCommit(wake.wake)
        })

      const append = <E extends Event>(appends: ReadonlyArray<StreamAppend<E>>, meta: EventMeta) =>
        appends.every(({ events }) => events.length === 0)
          ? Effect.succeed<ReadonlyArray<Recorded<E>>>([])
          : RequestMeta.pipe(
              Effect.flatMap((origin) => insertEvents(appends, { ...origin, ...meta })),
              Effect.tap(applyEvents),
              transaction,
              Effect.provideService(SqlClient.SqlClient, sql),
              Effect.catchIf(
                (error): error is SqlError =>
                  error instanceof SqlError && isUniqueViolation(error, "events_stream_version"),
                () => Effect.fail(new VersionConflict({ streamIds: appends.map(({ streamId }) => streamId) }))
              ),
              Effect.withSpan("eventStore.append")
            )

      const readMany = (streamIds: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const rows = yield* rowsOf(EventRow)(sql`
            select ${sql.literal(eventColumns)} from events
            where stream_id = any(${streamIds as Array<string>}::uuid[]) order by stream_id, version`)
          return yield* Effect.orDie(Effect.forEach(rows, (row) => decodeRow(registry, row)))
        }).pipe(Effect.withSpan("eventStore.read"))

      const executeOnce = <Command, State, E extends Event, Rejection>(
        options: ExecuteOptions<Command, State, E, Rejection>
      ): Effect.Effect<ReadonlyArray<Recorded<E>>, Rejection | VersionConflict | SqlError> =>
        Effect.gen(function* () {
          const { command, decider, meta, streamId } = options
          const history = yield* readMany([streamId])
          const state = history.reduce(
            (state, { event }) => decider.evolve(state, event as E),
            decider.initial
          )
          const events = yield* decider.decide(command, state)
          return yield* append([{ streamId, expectedVersion: history.length, events }], meta)
        })

      return EventStore.of({
        append,
        read: (streamId) => readMany([streamId]),
        readMany: (streamIds) => Effect.map(readMany(streamIds), groupByStream),
        execute: (options) =>
          executeOnce(options).pipe(
            Effect.retry({ times: maxRetries, while: (error) => error instanceof VersionConflict })
          ),
        executeMany: (options) =>
          executeMany(options, { readMany, applyEvents }).pipe(
            Effect.provideService(SqlClient.SqlClient, sql)
          )
      })
    })
  )
}

/** Splits a list into lists of at most `size` items, so that bulk writers can keep their statements small. */
export const inBatches = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Chunk.toReadonlyArray(Chunk.map(Chunk.chunksOf(Chunk.fromIterable(items), size), Chunk.toReadonlyArray))

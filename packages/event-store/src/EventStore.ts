import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { enqueue } from "@media/jobs/Enqueue"
import { isUniqueViolation } from "@media/pg/errors"
import { afterCommit, transaction } from "@media/pg/Transaction"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Decider } from "./Decider.ts"
import { VersionConflict } from "./errors.ts"
import type { Event, EventMeta, Recorded } from "./Event.ts"
import { EventRegistry } from "./EventRegistry.ts"
import { project } from "./Projector.ts"
import { decodeRow, eventColumns, EventRow } from "./Rows.ts"
import { WakeFeed } from "./WakeFeed.ts"

/** Events for one stream, to be appended after `expectedVersion` (0 for a new stream). */
export interface StreamAppend {
  readonly streamId: string
  readonly expectedVersion: number
  readonly events: ReadonlyArray<Event>
}

export interface ExecuteOptions<Command, State, E extends Event, Rejection> {
  readonly streamId: string
  readonly decider: Decider<Command, State, E, Rejection>
  readonly command: Command
  readonly meta: EventMeta
}

/**
 * The only writer of the log. `append` inserts the events, writes every projection and enqueues the jobs
 * the policies ask for, in one transaction: all of it happened, or nothing.
 */
export class EventStore extends Context.Tag("@media/event-store/EventStore")<
  EventStore,
  {
    /** Fails with `VersionConflict` when a stream has moved on. Joins an ambient transaction. */
    readonly append: (
      appends: ReadonlyArray<StreamAppend>,
      meta: EventMeta
    ) => Effect.Effect<ReadonlyArray<Recorded>, VersionConflict | SqlError>
    /** All events of a stream, oldest first; an undecodable one is a defect. */
    readonly read: (streamId: string) => Effect.Effect<ReadonlyArray<Recorded>, SqlError>
    /** Load, decide, append; on a conflict it loads and decides again, three times at most. */
    readonly execute: <Command, State, E extends Event, Rejection>(
      options: ExecuteOptions<Command, State, E, Rejection>
    ) => Effect.Effect<ReadonlyArray<Recorded<E>>, Rejection | VersionConflict | SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const registry = yield* EventRegistry
      const wake = yield* WakeFeed
      const decodeRows = Schema.decodeUnknown(Schema.Array(EventRow))

      const insert = (appends: ReadonlyArray<StreamAppend>, meta: EventMeta) => {
        const rows = appends
          .flatMap(({ events, expectedVersion, streamId }) =>
            events.map(({ _tag, ...data }, index) => ({
              s: streamId,
              v: expectedVersion + index + 1,
              t: _tag,
              d: data
            }))
          )
          .map((row, n) => ({ n, ...row }))
        return sql`
          insert into events (stream_id, version, type, data, meta)
          select x.s, x.v, x.t, x.d, ${JSON.stringify(meta)}::jsonb
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(n int, s uuid, v int, t text, d jsonb)
          order by x.n
          returning position, version, stream_id, at`.pipe(
          Effect.map((returned) => {
            const inserted = returned as ReadonlyArray<{
              position: number
              version: number
              stream_id: string
              at: Date
            }>
            const byKey = new Map(inserted.map((row) => [`${row.stream_id}/${row.version}`, row]))
            return appends.flatMap(({ events, expectedVersion, streamId }) =>
              events.map((event, index): Recorded => {
                const row = byKey.get(`${streamId}/${expectedVersion + index + 1}`)!
                return { event, streamId, version: row.version, position: row.position, meta, at: row.at }
              })
            )
          })
        )
      }

      const append = Effect.fn("eventStore.append")(function* (
        appends: ReadonlyArray<StreamAppend>,
        meta: EventMeta
      ) {
        if (appends.every(({ events }) => events.length === 0)) return []
        const recorded = yield* transaction(
          Effect.gen(function* () {
            const recorded = yield* insert(appends, meta)
            yield* project(registry.projections, recorded)
            const jobs = recorded.flatMap((one) =>
              registry.policies.flatMap((policy) => policy[one.event._tag]?.(one as Recorded<never>) ?? [])
            )
            if (jobs.length > 0) yield* enqueue(jobs)
            yield* afterCommit(wake.wake)
            return recorded
          })
        ).pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.catchIf(
            (error): error is SqlError =>
              error instanceof SqlError && isUniqueViolation(error, "events_stream_version"),
            () => Effect.fail(new VersionConflict({ streamIds: appends.map(({ streamId }) => streamId) }))
          )
        )
        return recorded
      })

      const read = Effect.fn("eventStore.read")(function* (streamId: string) {
        const rows = yield* sql`
          select ${sql.literal(eventColumns)} from events where stream_id = ${streamId} order by version`.pipe(
          Effect.flatMap((rows) => Effect.orDie(decodeRows(rows)))
        )
        return yield* Effect.orDie(Effect.forEach(rows, (row) => decodeRow(registry, row)))
      })

      const executeOnce = <Command, State, E extends Event, Rejection>(
        options: ExecuteOptions<Command, State, E, Rejection>
      ): Effect.Effect<ReadonlyArray<Recorded<E>>, Rejection | VersionConflict | SqlError> =>
        Effect.gen(function* () {
          const { command, decider, meta, streamId } = options
          const history = (yield* read(streamId)) as unknown as ReadonlyArray<Recorded<E>>
          const state = history.reduce((state, { event }) => decider.evolve(state, event), decider.initial)
          const events = yield* Either.match(decider.decide(command, state), {
            onLeft: (rejection) => Effect.fail(rejection),
            onRight: Effect.succeed
          })
          const recorded = yield* append([{ streamId, expectedVersion: history.length, events }], meta)
          return recorded as unknown as ReadonlyArray<Recorded<E>>
        })

      return EventStore.of({
        append,
        read,
        execute: (options) =>
          executeOnce(options).pipe(
            Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict })
          )
      })
    })
  )
}

/** Splits a long list into lists of at most `size`: the statements of bulk writers stay small. */
export const inBatches = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Chunk.toReadonlyArray(Chunk.map(Chunk.chunksOf(Chunk.fromIterable(items), size), Chunk.toReadonlyArray))

import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { listen } from "./Listen.ts"

/** The channel on which the triggers of migration 0007 name the topic whose tables were written. */
export const CHANGED_CHANNEL = "changed"
/** The longest an answer is kept should a notification be lost, by a listener that is dead and does not know it. */
const maxAgeMillis = 10_000
/** Pages of a catalog are 50 KB of text. */
const maxEntries = { accounts: 1_000, sources: 1_000, duplicates: 1_000, catalog: 200 } as const

/**
 * What an answer was read from: `accounts` with sessions, `sources` with items, their files, libraries and roots,
 * `duplicates` from fingerprints and dismissals, `catalog` from the tables of `sources`, and pictures, groups, authors and
 * what accounts have read. An answer that depends on another table as well must not be kept before that table has its trigger.
 */
export type CacheTopic = keyof typeof maxEntries

interface Entry {
  readonly value: unknown
  readonly at: number
}

/** A query that is running at this moment. */
interface InFlight {
  readonly generation: number
  readonly done: Deferred.Deferred<Exit.Exit<unknown, unknown>>
}

interface Topic {
  readonly maxEntries: number
  /** Counts the notified changes: an answer that was queried before one is not kept after it. */
  generation: number
  readonly entries: Map<string, Entry>
  readonly inFlight: Map<string, InFlight>
}

/**
 * Frequent answers of the database, kept until a table they come from is written. Triggers of the tables notify at each
 * commit; while there is no connection that listens, nothing is kept. Concurrent callers of one key share one query.
 */
export class QueryCache extends Context.Tag("@media/pg/QueryCache")<
  QueryCache,
  {
    /** The kept answer, or what `read` finds. Put everything into `key` that the answer depends on. */
    readonly get: <A, E, R>(
      topic: CacheTopic,
      key: string,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Drops every answer: this process has written, and the notification may come later. */
    readonly invalidateAll: () => void
    /** The same where it is known which. */
    readonly invalidate: (topic: CacheTopic) => void
  }
>() {
  /** Keeps nothing: for processes that hardly read. */
  static readonly off = Layer.succeed(QueryCache, {
    get: (_topic, _key, read) => read,
    invalidateAll: () => undefined,
    invalidate: () => undefined
  })

  static readonly layer = Layer.scoped(
    QueryCache,
    Effect.gen(function* () {
      const topics = Record.map(maxEntries, (most): Topic => ({
        maxEntries: most,
        generation: 0,
        entries: new Map(),
        inFlight: new Map()
      }))
      let isListening = false
      const drop = (topic: Topic) => {
        topic.generation += 1
        topic.entries.clear()
      }
      const invalidateAll = () => {
        for (const topic of Object.values(topics)) drop(topic)
      }
      const keep = (topic: Topic, key: string, value: unknown) => {
        const [oldest] = topic.entries.keys()
        if (topic.entries.size >= topic.maxEntries && oldest !== undefined) topic.entries.delete(oldest)
        topic.entries.set(key, { value, at: performance.now() })
      }

      yield* listen({
        url: yield* DatabaseUrl,
        channels: [CHANGED_CHANNEL],
        onConnected: () => {
          invalidateAll()
          isListening = true
        },
        onLost: () => {
          isListening = false
          invalidateAll()
        },
        onNotification: ({ payload }) => {
          const topic = (topics as Partial<Record<string, Topic>>)[payload]
          if (topic !== undefined) drop(topic)
          if (payload === "sources") drop(topics.catalog)
        }
      })

      const get = <A, E, R>(
        name: CacheTopic,
        key: string,
        read: Effect.Effect<A, E, R>
      ): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const topic = topics[name]
          const entry = topic.entries.get(key)
          if (entry !== undefined && performance.now() - entry.at < maxAgeMillis) {
            return Effect.succeed(entry.value as A)
          }
          const { generation } = topic
          const running = topic.inFlight.get(key)
          if (isListening && running?.generation === generation) {
            // The first caller may be interrupted before the answer is there; then the next one queries.
            return Effect.flatMap(Deferred.await(running.done), (exit) =>
              Exit.isInterrupted(exit) ? get(name, key, read) : (exit as Exit.Exit<A, E>)
            )
          }
          const own: InFlight = { generation, done: Deferred.unsafeMake(FiberId.none) }
          topic.inFlight.set(key, own)
          return Effect.onExit(read, (exit) =>
            Effect.sync(() => {
              if (topic.inFlight.get(key) === own) topic.inFlight.delete(key)
              const isCurrent = isListening && topic.generation === generation
              if (isCurrent && Exit.isSuccess(exit)) keep(topic, key, exit.value)
              Deferred.unsafeDone(own.done, Exit.succeed(exit))
            })
          )
        })

      return QueryCache.of({ get, invalidateAll, invalidate: (name) => drop(topics[name]) })
    })
  )
}

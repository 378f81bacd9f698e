import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { listen } from "./Listen.ts"

/** The notification channel on which the `notify_changed` triggers send the topic of a changed table. */
export const CHANGED_CHANNEL = "changed"
/** Maximum age of an entry in milliseconds, in case the listener has not noticed that its connection is dead. */
const maxAgeMillis = 10_000
/** Maximum number of entries per topic. Catalog pages contain 50 KB of text. */
const maxEntries = { accounts: 1_000, sources: 1_000, duplicates: 1_000, catalog: 200 } as const

/**
 * The tables that a result depends on. `accounts` covers accounts and sessions. `sources` covers items, their files,
 * libraries and roots. `duplicates` covers fingerprints and dismissals. `catalog` covers the tables of `sources`,
 * pictures, groups, authors and reading progress. To cache a result that depends on any other table, first add the
 * trigger to that table.
 */
export type CacheTopic = keyof typeof maxEntries

interface Entry {
  readonly value: unknown
  readonly at: number
}

/** A query that is currently running. */
interface InFlight {
  readonly generation: number
  readonly done: Deferred.Deferred<Exit.Exit<unknown, unknown>>
}

interface Topic {
  readonly maxEntries: number
  /** Number of changes notified so far. If it changes during a query, the result of the query is not cached. */
  generation: number
  readonly entries: Map<string, Entry>
  readonly inFlight: Map<string, InFlight>
}

/**
 * Caches the results of frequent queries until one of their tables is written. Triggers notify the cache at each
 * commit. While the connection for these notifications is down, nothing is cached. Concurrent callers with the same key share one query.
 */
export class QueryCache extends Context.Tag("@media/pg/QueryCache")<
  QueryCache,
  {
    /** Returns the cached result or the result of `read`. `key` must contain all values that the result depends on. */
    readonly get: <A, E, R>(
      topic: CacheTopic,
      key: string,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /**
     * Drops every entry. Call this function after this process has written to the database, because the notification
     * may arrive later.
     */
    readonly invalidateAll: () => void
    /** Drops every entry of the topic. */
    readonly invalidate: (topic: CacheTopic) => void
  }
>() {
  /** A cache that stores nothing, for processes that rarely read. */
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
            // If the first caller was interrupted before its result arrived, the next caller runs the query again.
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

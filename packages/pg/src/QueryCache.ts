import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { listen } from "./Listen.ts"

/** The channel on which the triggers of migration 0007 name the topic whose tables were written. */
export const CHANGED_CHANNEL = "changed"
/** The longest an answer is kept should a notification be lost, by a listener that is dead and does not know it. */
const maxAgeMillis = 10_000
const maxEntries = 1_000

/**
 * What an answer was read from: `accounts` with sessions, `videos` with libraries and roots. An answer that depends on
 * another table as well must not be kept before that table has its trigger.
 */
export type CacheTopic = "accounts" | "videos"

interface Entry {
  readonly value: unknown
  readonly at: number
}

/** Somebody asks the database for it at this moment. */
interface Reading {
  readonly generation: number
  readonly done: Deferred.Deferred<Exit.Exit<unknown, unknown>>
}

interface Topic {
  /** Counts the changes heard of: an answer that was asked for before one is not kept after it. */
  generation: number
  readonly entries: Map<string, Entry>
  readonly readings: Map<string, Reading>
}

/**
 * Answers of the database that are asked for again and again, kept until a table they come from is written. The tables
 * say so themselves, by triggers, at each commit; while nobody listens to them, nothing is kept. Those who ask for the same
 * at once share one question: otherwise all of them would count the same hits whenever an answer has become old.
 */
export class QueryCache extends Context.Tag("pg/QueryCache")<
  QueryCache,
  {
    /** The kept answer, or what `read` finds. Put everything into `key` that the answer depends on. */
    readonly get: <A, E, R>(
      topic: CacheTopic,
      key: string,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Nothing read so far counts any more: this process has written, and the notification may come later. */
    readonly forget: () => void
  }
>() {
  /** Keeps nothing: for processes that hardly read. */
  static readonly off = Layer.succeed(QueryCache, {
    get: (_topic, _key, read) => read,
    forget: () => undefined
  })

  static readonly layer = Layer.scoped(
    QueryCache,
    Effect.gen(function* () {
      const topics: Record<CacheTopic, Topic> = {
        accounts: { generation: 0, entries: new Map(), readings: new Map() },
        videos: { generation: 0, entries: new Map(), readings: new Map() }
      }
      let isListening = false
      const drop = (topic: Topic) => {
        topic.generation += 1
        topic.entries.clear()
      }
      const forget = () => {
        for (const topic of Object.values(topics)) drop(topic)
      }
      const keep = (topic: Topic, key: string, value: unknown) => {
        const [oldest] = topic.entries.keys()
        if (topic.entries.size >= maxEntries && oldest !== undefined) topic.entries.delete(oldest)
        topic.entries.set(key, { value, at: performance.now() })
      }

      yield* listen({
        url: yield* DatabaseUrl,
        channels: [CHANGED_CHANNEL],
        onConnected: () => {
          forget()
          isListening = true
        },
        onLost: () => {
          isListening = false
          forget()
        },
        onNotification: ({ payload }) => {
          const topic = (topics as Partial<Record<string, Topic>>)[payload]
          if (topic !== undefined) drop(topic)
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
          const reading = topic.readings.get(key)
          if (isListening && reading?.generation === generation) {
            // Whoever asked first may leave before the answer is there; then the next one asks.
            return Effect.flatMap(Deferred.await(reading.done), (exit) =>
              Exit.isInterrupted(exit) ? get(name, key, read) : (exit as Exit.Exit<A, E>)
            )
          }
          const own: Reading = { generation, done: Deferred.unsafeMake(FiberId.none) }
          topic.readings.set(key, own)
          return Effect.onExit(read, (exit) =>
            Effect.sync(() => {
              if (topic.readings.get(key) === own) topic.readings.delete(key)
              const isCurrent = isListening && topic.generation === generation
              if (isCurrent && Exit.isSuccess(exit)) keep(topic, key, exit.value)
              Deferred.unsafeDone(own.done, Exit.succeed(exit))
            })
          )
        })

      return QueryCache.of({ get, forget })
    })
  )
}

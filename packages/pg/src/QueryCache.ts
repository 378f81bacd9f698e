import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { listen } from "./Listen.ts"

/** The channel on which the triggers of migration 0007 name the topic whose tables were written. */
const CHANGED_CHANNEL = "changed"
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

interface Topic {
  /** Counts the changes heard of: an answer that was asked for before one is not kept after it. */
  generation: number
  readonly entries: Map<string, Entry>
}

/**
 * Answers of the database that are asked for again and again, kept until a table they come from is written. The tables
 * say so themselves, by triggers, at each commit; while nobody listens to them, nothing is kept.
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
        accounts: { generation: 0, entries: new Map() },
        videos: { generation: 0, entries: new Map() }
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

      return QueryCache.of({
        get: <A, E, R>(name: CacheTopic, key: string, read: Effect.Effect<A, E, R>) =>
          Effect.suspend(() => {
            const topic = topics[name]
            const entry = topic.entries.get(key)
            if (entry !== undefined && performance.now() - entry.at < maxAgeMillis) {
              return Effect.succeed(entry.value as A)
            }
            const { generation } = topic
            return Effect.tap(read, (value) =>
              Effect.sync(() => {
                if (isListening && topic.generation === generation) keep(topic, key, value)
              })
            )
          }),
        forget
      })
    })
  )
}

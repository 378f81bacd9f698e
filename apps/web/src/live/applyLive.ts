import { refresh, type QueryCache } from "@/lib/queryCache"
import { apiAddress } from "@/lib/urlBase"
import { LiveSocket } from "./socket"
import type { LiveTopic } from "./topic"

/** Opens a live connection that applies updates to cached data, using the live topics of the features. */
export const makeLive = (
  cache: QueryCache,
  topics: ReadonlyArray<LiveTopic>,
  onSessionEnded: (reason: string) => void
): LiveSocket =>
  new LiveSocket(new URL(apiAddress("/api/live"), location.href).href.replace(/^http/, "ws"), {
    snapshot: (message, missed) => {
      if (missed) refresh(cache, { predicate: (entry) => entry.key[0] !== "session" })
      for (const topic of topics) topic.snapshot?.(message, missed)
    },
    delta: (message) => {
      // A topic name in `topics` is also the cache key of the queries to reload.
      for (const topic of message.topics ?? []) refresh(cache, { key: [topic] })
      for (const topic of topics) topic.delta(message, cache)
    },
    sessionEnded: onSessionEnded
  })

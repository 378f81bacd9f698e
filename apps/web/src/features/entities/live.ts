import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const listeners = new Set<() => void>()

/** Lists read their own pages again on a change. Returns the unsubscribe function. */
export const onEntitiesChanged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notify = (): void => listeners.forEach((listener) => listener())

/** The server names the topic `entities`; favorites and ratings of the account come as its own changes. */
export const liveTopic: LiveTopic = {
  snapshot: (_message, missed) => {
    if (missed) notify()
  },
  delta: (message, cache) => {
    const isOwn = message.own?.["user-entities"] !== undefined
    if (isOwn) refresh(cache, { key: ["entities"] })
    if (isOwn || message.topics?.includes("entities")) notify()
  }
}

import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const listeners = new Set<() => void>()

/** Notifies lists, which reload their own pages. Returns the unsubscribe function. */
export const onEntitiesChanged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notify = (): void => listeners.forEach((listener) => listener())

/** The server sends the topic `entities`; changes to the account's favorites and ratings arrive separately. */
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

import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const listeners = new Set<() => void>()

/**
 * Calls `listener` whenever entities have changed. Used by lists that load their pages without the query cache. Returns
 * a function that removes the listener.
 */
export const onEntitiesChanged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notify = (): void => listeners.forEach((listener) => listener())

/**
 * Reloads entities after changes. Changes to the user's own favorites and ratings arrive under `own`, and all other
 * changes under `topics`.
 */
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

import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const listeners = new Set<() => void>()

/**
 * Calls `listener` after entities have changed, for lists that reload their own pages. Returns a function that
 * unsubscribes the listener.
 */
export const onEntitiesChanged = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notify = (): void => listeners.forEach((listener) => listener())

/**
 * Handles changes to entities. Changes to the user's own favorites and ratings arrive as a separate part of the
 * message.
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

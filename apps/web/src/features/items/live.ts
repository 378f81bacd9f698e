import type { Delta } from "@media/features/operations/live-protocol"
import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"
import type { ItemKind } from "./kinds"
import { itemKey } from "./keys"

export type ItemsChange = NonNullable<Delta["videos"]>
type Listener = (change: ItemsChange) => void

const listeners = new Map<string, Set<Listener>>()

/** For lists that patch their own rows; returns the unsubscribe function. */
export const onItemsChanged = (kind: ItemKind, listener: Listener): (() => void) => {
  const ofKind = listeners.get(kind) ?? new Set()
  listeners.set(kind, ofKind.add(listener))
  return () => ofKind.delete(listener)
}

const changesOf = (message: Delta): ReadonlyArray<readonly [ItemKind, ItemsChange]> =>
  message.videos ? [["video", message.videos]] : []

export const itemsTopic: LiveTopic = {
  snapshot: (_message, missed) => {
    if (missed)
      for (const ofKind of listeners.values())
        for (const listener of ofKind) listener({ ids: [], many: true })
  },
  delta: (message, cache) => {
    const changes = changesOf(message)
    for (const [kind, change] of changes) {
      if (change.many) refresh(cache, { key: itemKey(kind) })
      else for (const id of change.ids) refresh(cache, { key: itemKey(kind, id) })
      for (const listener of listeners.get(kind) ?? []) listener(change)
    }
    if (changes.length > 0) refresh(cache, { key: ["recent"] })
  }
}

import type { Delta, IdChange } from "@media/features/app/operations/live-protocol"
import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"
import { itemKey } from "./keys"
import { allKinds, type ItemKind } from "./kinds/kinds"

type Listener = (change: IdChange) => void

const listeners = new Map<ItemKind, Set<Listener>>()
const everything: IdChange = { ids: [], many: true }

/**
 * Calls `listener` after items of a kind have changed, for lists that update their own rows. Returns a function that
 * removes the listener.
 */
export const onItemsChanged = (kind: ItemKind, listener: Listener): (() => void) => {
  const ofKind = listeners.get(kind) ?? new Set()
  listeners.set(kind, ofKind.add(listener))
  return () => ofKind.delete(listener)
}
const notify = (kind: ItemKind, change: IdChange): void => {
  for (const listener of listeners.get(kind) ?? []) listener(change)
}

/**
 * Returns the changes that concern a kind. A change to user state does not contain the kind, so it is returned for
 * every kind.
 */
const changesOf = (kind: ItemKind, { allItems, items, own }: Delta): ReadonlyArray<IdChange> =>
  allItems === true
    ? [everything]
    : [items?.[kind], own?.["user-items"]].filter((change) => change !== undefined)

export const liveTopic: LiveTopic = {
  snapshot: (_message, missed) => {
    if (missed) for (const { kind } of allKinds) notify(kind, everything)
  },
  delta: (message, cache) => {
    for (const { kind } of allKinds)
      for (const change of changesOf(kind, message)) {
        if (change.many) refresh(cache, { key: itemKey(kind) })
        else for (const id of change.ids) refresh(cache, { key: itemKey(kind, id) })
        notify(kind, change)
      }
  }
}

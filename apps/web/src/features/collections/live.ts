import { refresh, type QueryCache } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/**
 * Time over which changes to items are combined into one reload. A scan sends many changes, and each reload evaluates
 * the rule.
 */
const EVERY_MS = 5_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Reloads the open collection. Does not reload lists of collections, because that would evaluate hundreds of rules. */
const refreshOpen = (cache: QueryCache): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    for (const part of ["one", "items"]) refresh(cache, { key: ["collections", part] })
  }, EVERY_MS)
}

/**
 * Reloads all collections after a change to any of them. The message does not identify the changed collection, because
 * an id would reveal private collections to other users. If items or the user's own state of items change, other items
 * may match the rule of a collection. Such changes therefore reload the open collection.
 */
export const liveTopic: LiveTopic = {
  delta: ({ allItems, items, own, topics }, cache) => {
    if (topics?.includes("collections")) refresh(cache, { key: ["collections"] })
    else if (allItems === true || items || own) refreshOpen(cache)
  }
}

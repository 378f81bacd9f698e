import { refresh, type QueryCache } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** Minimum time between reloads because of changed items. A reload evaluates the rule, and a scan sends many changes. */
const EVERY_MS = 5_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Reloads the open collection, but not lists of collections, because lists would evaluate hundreds of rules. */
const refreshOpen = (cache: QueryCache): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    for (const part of ["one", "items"]) refresh(cache, { key: ["collections", part] })
  }, EVERY_MS)
}

/**
 * Reloads all collections. The message does not identify the changed collection, because an id would reveal private
 * collections to other users. Changed items, or the user's own state of items, may change the members of rules.
 */
export const liveTopic: LiveTopic = {
  delta: ({ allItems, items, own, topics }, cache) => {
    if (topics?.includes("collections")) refresh(cache, { key: ["collections"] })
    else if (allItems === true || items || own) refreshOpen(cache)
  }
}

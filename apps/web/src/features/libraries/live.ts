import { refresh, type QueryCache } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const COUNTS_EVERY_MS = 1_000
let countsTimer: ReturnType<typeof setTimeout> | undefined

/**
 * A library's counts change with its items. A scan reports many changes, so the counts are read at most once a
 * second.
 */
const refreshCounts = (cache: QueryCache): void => {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined
    refresh(cache, { key: ["libraries"] })
  }, COUNTS_EVERY_MS)
}

export const liveTopic: LiveTopic = {
  delta: ({ allItems, items }, cache) => {
    if (allItems === true || items !== undefined) refreshCounts(cache)
  }
}

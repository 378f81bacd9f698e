import { refresh, type QueryCache } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

const COUNTS_EVERY_MS = 1_000
let countsTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Reloads the libraries, because their counts may have changed, but at most once a second, because a scan reports many
 * changes.
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

import { refresh, type QueryCache } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** Time over which changes are combined into one reload of the home page, because a scan sends many changes. */
const EVERY_MS = 1_000
let timer: ReturnType<typeof setTimeout> | undefined

const refreshHome = (cache: QueryCache): void => {
  timer ??= setTimeout(() => {
    timer = undefined
    refresh(cache, { key: ["home"] })
  }, EVERY_MS)
}

export const liveTopic: LiveTopic = {
  delta: ({ allItems, items, own, topics = [] }, cache) => {
    if (allItems === true || items || own || topics.includes("libraries")) refreshHome(cache)
  }
}

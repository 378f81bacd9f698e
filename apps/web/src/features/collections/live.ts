import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** The server names no collection, because private ones are not announced to others. */
export const liveTopic: LiveTopic = {
  delta: ({ topics }, cache) => {
    if (topics?.includes("collections")) refresh(cache, { key: ["collections"] })
  }
}

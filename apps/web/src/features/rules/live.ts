import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** Reloads rules after the user has changed them in another window. */
export const liveTopic: LiveTopic = {
  delta: ({ own }, cache) => {
    if (own?.["rules"] !== undefined) refresh(cache, { key: ["rules"] })
  }
}

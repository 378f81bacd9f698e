import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

/** A rule of this account was changed in another window. */
export const liveTopic: LiveTopic = {
  delta: ({ own }, cache) => {
    if (own?.["rules"] !== undefined) refresh(cache, { key: ["rules"] })
  }
}

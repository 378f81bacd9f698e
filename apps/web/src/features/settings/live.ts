import { refresh } from "@/lib/queryCache"
import type { LiveTopic } from "@/live/topic"

export const settingsTopic: LiveTopic = {
  delta: (message, cache) => {
    if (message.settings) refresh(cache, { key: ["settings"] })
  }
}

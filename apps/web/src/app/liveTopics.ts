import type { LiveTopic } from "@/live/topic"

/** Of the features whose data is more than a topic that is read again as a whole: `liveTopic` of their `live.ts`. */
export const liveTopics: ReadonlyArray<LiveTopic> = Object.values(
  import.meta.glob<LiveTopic>("../features/*/live.ts", { eager: true, import: "liveTopic" })
)

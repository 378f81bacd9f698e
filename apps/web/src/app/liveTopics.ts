import type { LiveTopic } from "@/live/topic"

/**
 * Topics of features whose data is more than a list that is loaded again as a whole: `liveTopic` of their `live.ts`.
 */
export const liveTopics: ReadonlyArray<LiveTopic> = Object.values(
  import.meta.glob<LiveTopic>("../features/*/live.ts", { eager: true, import: "liveTopic" })
)

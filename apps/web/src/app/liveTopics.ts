import type { LiveTopic } from "@/live/topic"

/** Topics of features that update more than a reloaded list: the `liveTopic` of their `live.ts`. */
export const liveTopics: ReadonlyArray<LiveTopic> = Object.values(
  import.meta.glob<LiveTopic>("../features/*/live.ts", { eager: true, import: "liveTopic" })
)

import type { LiveTopic } from "@/live/topic"

/** Topics of features for which reloading a list is not enough. Each is the `liveTopic` of a `live.ts`. */
export const liveTopics: ReadonlyArray<LiveTopic> = Object.values(
  import.meta.glob<LiveTopic>("../features/*/live.ts", { eager: true, import: "liveTopic" })
)

import type { LiveTopic } from "@/live/topic"

/**
 * Live topics whose feature handles changes itself, because reloading a list is not enough. Each is the `liveTopic`
 * exported by the `live.ts` of a feature.
 */
export const liveTopics: ReadonlyArray<LiveTopic> = Object.values(
  import.meta.glob<LiveTopic>("../features/*/live.ts", { eager: true, import: "liveTopic" })
)

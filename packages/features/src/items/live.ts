import type { LiveTopic } from "../LiveTopic.ts"

export const itemsTopic: LiveTopic = {
  stream: "item",
  topic: "videos",
  ids: ({ streamId }) => [streamId]
}

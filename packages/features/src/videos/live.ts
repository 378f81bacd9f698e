import type { LiveTopic } from "../LiveTopic.ts"

export const videosTopic: LiveTopic = {
  stream: "video",
  topic: "videos",
  ids: ({ streamId }) => [streamId]
}

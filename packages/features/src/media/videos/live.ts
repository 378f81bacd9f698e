import type { ItemTopic } from "../../LiveTopic.ts"

export const videosTopic: ItemTopic = {
  stream: "video",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

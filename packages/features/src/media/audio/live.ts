import type { ItemTopic } from "../../LiveTopic.ts"

export const audioTopic: ItemTopic = {
  stream: "audio",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

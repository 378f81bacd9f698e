import type { ItemTopic } from "../../LiveTopic.ts"

export const booksTopic: ItemTopic = {
  stream: "book",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

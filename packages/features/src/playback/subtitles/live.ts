import type { ItemTopic } from "../../LiveTopic.ts"

export const subtitlesTopic: ItemTopic = {
  stream: "subtitle",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

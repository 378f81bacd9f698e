import type { ItemTopic } from "../LiveTopic.ts"

export const itemsTopic: ItemTopic = {
  stream: "item",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

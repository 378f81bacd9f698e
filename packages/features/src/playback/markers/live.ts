import type { ItemTopic } from "../../LiveTopic.ts"

export const markersTopic: ItemTopic = {
  stream: "marker",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

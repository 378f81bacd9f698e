import type { ItemTopic } from "../../LiveTopic.ts"

export const albumsTopic: ItemTopic = {
  stream: "album",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

import type { ItemTopic } from "../../LiveTopic.ts"

export const galleriesTopic: ItemTopic = {
  stream: "gallery",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

import type { ItemTopic } from "../../LiveTopic.ts"

export const picturesTopic: ItemTopic = {
  stream: "picture",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

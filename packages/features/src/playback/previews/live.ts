import type { ItemTopic } from "../../LiveTopic.ts"

export const previewsTopic: ItemTopic = {
  stream: "preview",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

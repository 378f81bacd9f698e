import { itemTopic } from "../LiveTopic.ts"
import type { ItemEvent } from "./events.ts"

export const itemsTopic = itemTopic<ItemEvent>({
  stream: "item",
  topic: "items",
  ids: ({ streamId }) => [streamId],
  mayHide: ({ event }) =>
    event._tag === "item.edited.v1" &&
    event.changes.some(({ field, to }) => field === "isNsfw" && to === true)
})

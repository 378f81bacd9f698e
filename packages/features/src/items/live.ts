import { itemTopic } from "../LiveTopic.ts"
import type { TrashEvent } from "../trash/events.ts"
import type { ItemEvent } from "./events.ts"

export const itemsTopic = itemTopic<ItemEvent | TrashEvent>({
  stream: "item",
  topic: "items",
  ids: ({ streamId }) => [streamId],
  // In the trash it is hidden from all, and pages of the trash read again what is in it.
  mayHide: ({ event }) =>
    event._tag.startsWith("item.trash") ||
    event._tag === "item.purged.v1" ||
    event._tag === "item.restore-started.v1" ||
    (event._tag === "item.edited.v1" &&
      event.changes.some(({ field, to }) => field === "isNsfw" && to === true))
})

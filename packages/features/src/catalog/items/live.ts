import { itemTopic, type ItemTopic } from "../../LiveTopic.ts"
import type { RemovalEvent } from "./removal.ts"
import type { ItemEvent } from "./events.ts"

/**
 * Returns the ids of the groups whose pages must be notified, because a group's count, picture and visibility depend on
 * its items.
 */
const groupsIn = (event: ItemEvent | RemovalEvent): ReadonlyArray<string> => {
  if (event._tag === "item.placed.v1") return event.parentId === null ? [] : [event.parentId]
  return event._tag === "item.entry-registered.v1" ? [event.archiveId] : []
}

export const groupsTopic: ItemTopic = {
  stream: "group",
  topic: "items",
  ids: ({ streamId }) => [streamId]
}

export const itemsTopic = itemTopic<ItemEvent | RemovalEvent>({
  stream: "item",
  topic: "items",
  ids: ({ event, streamId }) => [streamId, ...groupsIn(event)],
  // Removing an item hides it from everyone, and open trash pages must reload when the trash changes.
  mayHide: ({ event }) =>
    event._tag.startsWith("item.trash") ||
    event._tag === "item.purged.v1" ||
    event._tag === "item.restore-started.v1" ||
    (event._tag === "item.edited.v1" &&
      event.changes.some(({ field, to }) => field === "isNsfw" && to === true))
})

import { policy } from "@media/event-store/Policy"
import type { CollectionEvent } from "../../catalog/membership/events.ts"
import { refreshOf } from "./queue.ts"

/** A new or changed rule. Changes of items are found by the maintenance, however many there are. */
export const collectionsPolicy = policy<CollectionEvent>({
  "collection.saved.v1": ({ event, streamId }) =>
    event.rules === null ? [] : [refreshOf({ ...event, id: streamId }, "system")]
})

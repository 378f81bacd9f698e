import { policy } from "@media/event-store/Policy"
import type { CollectionEvent } from "../../catalog/membership/events.ts"
import { refreshOf } from "./queue.ts"

/** Queues an evaluation of each new or changed rule. The maintenance task handles changed items. */
export const collectionsPolicy = policy<CollectionEvent>({
  "collection.saved.v1": ({ event, streamId }) =>
    event.rules === null ? [] : [refreshOf({ ...event, id: streamId }, "system")]
})

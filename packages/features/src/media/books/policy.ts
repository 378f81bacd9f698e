import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { readingOf } from "./queue.ts"

/** Queues the job that reads a book's metadata. Users can open the book as soon as the scan has found it. */
export const booksPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "book"
      ? [readingOf({ id: streamId, label: event.path, triggeredBy: "library-scan" })]
      : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "book"
      ? [readingOf({ id: streamId, label: "Changed file", triggeredBy: "library-scan" })]
      : []
})

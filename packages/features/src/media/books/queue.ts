import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const bookRead = queue({
  name: "book-read",
  label: "Book reading",
  payload: Schema.Struct({ itemId: Uuid })
})

/**
 * Returns the job that reads a book's metadata. At most one such job per book is queued. If the job is requested while
 * it is running, it runs once more afterwards.
 */
export const readingOf = (book: {
  readonly id: string
  readonly label: string
  readonly triggeredBy: string
}) =>
  enqueueItem(bookRead, {
    payload: { itemId: book.id },
    target: { type: "book", id: book.id, label: plainText(book.label) },
    dedupeKey: book.id,
    triggeredBy: book.triggeredBy
  })

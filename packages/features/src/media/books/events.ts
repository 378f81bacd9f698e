import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)

/** A file with this size and modification time was read. The event contains its metadata. */
export const BookRead = event("book.read.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** The title, date and description in the book. Early events of this type omit fields that a user had edited. */
  set: Schema.Struct({
    title: Schema.optionalWith(Text, { exact: true }),
    date: Schema.optionalWith(Text, { exact: true }),
    details: Schema.optionalWith(Text, { exact: true })
  }),
  format: Schema.String,
  authors: Schema.Array(Schema.Struct({ name: Schema.String, role: Schema.String })),
  series: Schema.NullOr(Schema.Struct({ name: Schema.String, number: Schema.NullOr(Schema.Number) })),
  language: Text,
  publisher: Text,
  /** Number of pages. Null for books without fixed pages, such as EPUB. */
  pages: Schema.NullOr(Schema.Int),
  isRightToLeft: Schema.Boolean,
  isProtected: Schema.Boolean
})

export const BookEvent = Schema.Union(BookRead)
export type BookEvent = typeof BookEvent.Type
export const bookEvents = [BookRead]

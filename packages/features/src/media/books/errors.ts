import * as Schema from "effect/Schema"

/** The book is there, and cannot be shown by us; `reason` is a sentence for people. */
export class BookUnavailable extends Schema.TaggedError<BookUnavailable>()("BookUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

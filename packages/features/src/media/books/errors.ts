import * as Schema from "effect/Schema"

/** The book exists but cannot be shown. `reason` is a message for users. */
export class BookUnavailable extends Schema.TaggedError<BookUnavailable>()("BookUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

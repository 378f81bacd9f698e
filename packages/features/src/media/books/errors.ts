import * as Schema from "effect/Schema"

/** The book exists but we cannot show it; `reason` is a sentence for people. */
export class BookUnavailable extends Schema.TaggedError<BookUnavailable>()("BookUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

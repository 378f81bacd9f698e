import * as Schema from "effect/Schema"

/** A scraper returned no result. `reason` is a message for users. */
export class ScrapeFailed extends Schema.TaggedError<ScrapeFailed>()("ScrapeFailed", {
  code: Schema.Literal("definition", "cannot-run", "needs", "fetch", "page", "limit"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

import * as Schema from "effect/Schema"

/** What was given cannot become a picture; `reason` is a sentence for people. */
export class NoPicture extends Schema.TaggedError<NoPicture>()("NoPicture", {
  code: Schema.Literal("unknown-type", "too-large", "damaged"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

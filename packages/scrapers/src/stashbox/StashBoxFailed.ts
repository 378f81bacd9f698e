import * as Schema from "effect/Schema"

/** A stash-box returned no usable response; `reason` is a sentence for users and never contains the key. */
export class StashBoxFailed extends Schema.TaggedError<StashBoxFailed>()("StashBoxFailed", {
  code: Schema.Literal("unreachable", "unauthorized", "busy", "refused", "answer"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

import * as Schema from "effect/Schema"

/** A stash-box server did not return a usable response. `reason` is a message for users and never contains the key. */
export class StashBoxFailed extends Schema.TaggedError<StashBoxFailed>()("StashBoxFailed", {
  code: Schema.Literal("unreachable", "unauthorized", "busy", "refused", "answer"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

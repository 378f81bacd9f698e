import * as Schema from "effect/Schema"

/** No perceptual hash exists for this content, so a retry would not help. `reason` is a message for users. */
export class NoHash extends Schema.TaggedError<NoHash>()("NoHash", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** The hash could not be computed this time. A later attempt may succeed. */
export class HashFailed extends Schema.TaggedError<HashFailed>()("HashFailed", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

import * as Schema from "effect/Schema"

/** This content has no perceptual hash, permanently; `reason` is a sentence for people. */
export class NoHash extends Schema.TaggedError<NoHash>()("NoHash", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** The hash could not be computed this time. */
export class HashFailed extends Schema.TaggedError<HashFailed>()("HashFailed", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

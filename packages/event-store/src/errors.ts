import * as Schema from "effect/Schema"

/** Another writer appended to the stream first. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  streamIds: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `The state changed at the same time (${this.streamIds.join(", ")}).`
  }
}

/** A stored event that no registered schema can read. */
export class UndecodableEvent extends Schema.TaggedError<UndecodableEvent>()("UndecodableEvent", {
  position: Schema.Number,
  type: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `Event ${this.position} (${this.type}) cannot be read: ${this.reason}`
  }
}

/** The same account sent another body under a key it has used already. */
export class ReceiptMismatch extends Schema.TaggedError<ReceiptMismatch>()("ReceiptMismatch", {}) {
  override get message(): string {
    return "This key was used for another request."
  }
}

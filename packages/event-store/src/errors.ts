import * as Schema from "effect/Schema"

/** The stream no longer has the expected version, because another writer appended to it first. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  streamIds: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `Someone else changed the same data at the same time (${this.streamIds.join(", ")}). Reload and try again.`
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

/** The account has already used this idempotency key for a request with another body. */
export class ReceiptMismatch extends Schema.TaggedError<ReceiptMismatch>()("ReceiptMismatch", {}) {
  override get message(): string {
    return "This idempotency key was already used for a different request. Send a new key."
  }
}

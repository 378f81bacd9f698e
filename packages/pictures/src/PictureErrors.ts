import * as Schema from "effect/Schema"

/** The input cannot be converted to a picture. `reason` is a message for users. */
export class NoPicture extends Schema.TaggedError<NoPicture>()("NoPicture", {
  code: Schema.Literal("unknown-type", "too-large", "too-slow", "damaged"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * There is no result, but the file is not the reason: the machine is busy, a disk does not respond, or the decoder was
 * killed. Requests respond with 503, and jobs retry.
 */
export class DecoderBusy extends Schema.TaggedError<DecoderBusy>()("DecoderBusy", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

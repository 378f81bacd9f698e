import * as Schema from "effect/Schema"

/** The input cannot become a picture; `reason` is a sentence for people. */
export class NoPicture extends Schema.TaggedError<NoPicture>()("NoPicture", {
  code: Schema.Literal("unknown-type", "too-large", "too-slow", "damaged"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * There is no answer, for a reason unrelated to the file: the machine is busy, a disk does not answer, or something
 * else stopped the decoder. A request answers 503, and a job retries.
 */
export class DecoderBusy extends Schema.TaggedError<DecoderBusy>()("DecoderBusy", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

import * as Schema from "effect/Schema"

export const HlsUnavailableCode = Schema.Literal(
  "source-missing",
  "source-changed",
  "source-short",
  "unplayable",
  "stream-broken",
  "cache-too-small",
  "producer-failed",
  "disk-full",
  "timeout"
)
export type HlsUnavailableCode = typeof HlsUnavailableCode.Type

/**
 * The segment or playlist cannot be given now. `isTransient`: asking again later may help (503 + Retry-After);
 * otherwise the source itself is at fault (500).
 */
export class HlsUnavailable extends Schema.TaggedError<HlsUnavailable>()("HlsUnavailable", {
  code: HlsUnavailableCode,
  reason: Schema.String,
  isTransient: Schema.Boolean
}) {
  override get message(): string {
    return this.reason
  }
}

/** Every place for a live run is taken, by all (`isOwn` false) or by this user; ask again after `retryAfterSeconds`. */
export class HlsBusy extends Schema.TaggedError<HlsBusy>()("HlsBusy", {
  retryAfterSeconds: Schema.Number,
  isOwn: Schema.Boolean
}) {
  override get message(): string {
    return this.isOwn
      ? "You are watching as many videos that have to be converted as one user may at once"
      : "Too many videos are being converted at this moment"
  }
}

export class SegmentOutOfRange extends Schema.TaggedError<SegmentOutOfRange>()("SegmentOutOfRange", {
  n: Schema.Number,
  segments: Schema.Number
}) {
  override get message(): string {
    return `Segment ${this.n} does not exist: there are ${this.segments}`
  }
}

export class UnknownRendition extends Schema.TaggedError<UnknownRendition>()("UnknownRendition", {
  height: Schema.Number,
  heights: Schema.Array(Schema.Number)
}) {
  override get message(): string {
    return `There is no ${this.height}p rendition: there are ${this.heights.map((h) => `${h}p`).join(", ")}`
  }
}

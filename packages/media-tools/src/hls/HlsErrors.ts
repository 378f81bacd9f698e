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
 * The segment or playlist is unavailable now. If `isTransient`, a later request may succeed (503 + Retry-After).
 * Otherwise the source itself is at fault (500).
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

/**
 * No more runs may be started at present. If `isOwn` is true, this user has reached the limit per user. Otherwise all
 * slots are taken. Retry after `retryAfterSeconds`.
 */
export class HlsBusy extends Schema.TaggedError<HlsBusy>()("HlsBusy", {
  retryAfterSeconds: Schema.Number,
  isOwn: Schema.Boolean
}) {
  override get message(): string {
    return this.isOwn
      ? "You are already watching as many converted videos as one user may watch at once. Stop one of them and try again."
      : "Too many videos are being converted right now. Try again in a moment."
  }
}

export class SegmentOutOfRange extends Schema.TaggedError<SegmentOutOfRange>()("SegmentOutOfRange", {
  n: Schema.Number,
  segments: Schema.Number
}) {
  override get message(): string {
    return `Segment ${this.n} does not exist: the video has ${this.segments} segments`
  }
}

export class UnknownRendition extends Schema.TaggedError<UnknownRendition>()("UnknownRendition", {
  height: Schema.Number,
  heights: Schema.Array(Schema.Number)
}) {
  override get message(): string {
    return `There is no ${this.height}p rendition. Available: ${this.heights.map((h) => `${h}p`).join(", ")}`
  }
}

import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** The probe's result for the file of this size and time. `facts` is a `ProbeFacts`, as JSON. */
export const VideoProbed = event("video.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Seconds. */
  duration: Schema.Number,
  /** Displayed size. */
  width: Schema.Int,
  height: Schema.Int,
  frameRate: Schema.NullOr(Schema.Number),
  bitRate: Schema.NullOr(Schema.Number),
  container: Schema.String,
  videoCodec: Schema.String,
  audioCodec: Schema.NullOr(Schema.String),
  oshash: Schema.NullOr(Schema.String),
  facts: Schema.Unknown
})

/** The conversion of the file of this size and time failed permanently. The original may play anyway. */
export const VideoPlaybackFailed = event("video.playback-failed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  reason: Schema.String
})
/** The conversion succeeded after all, or was requested again. */
export const VideoPlaybackRestored = event("video.playback-restored.v1", {})

export const VideoEvent = Schema.Union(VideoProbed, VideoPlaybackFailed, VideoPlaybackRestored)
export type VideoEvent = typeof VideoEvent.Type
export const videoEvents = VideoEvent.members

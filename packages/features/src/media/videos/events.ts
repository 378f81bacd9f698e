import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** A file with this size and modification time was probed. `facts` contains a `ProbeFacts` as JSON. */
export const VideoProbed = event("video.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Duration in seconds. */
  duration: Schema.Number,
  /** Displayed width and height in pixels, after rotation. */
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

/** A file with this size and modification time cannot be converted for HLS. The original file may still be playable. */
export const VideoPlaybackFailed = event("video.playback-failed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  reason: Schema.String
})
/** A later conversion succeeded, or a user requested another attempt. */
export const VideoPlaybackRestored = event("video.playback-restored.v1", {})

export const VideoEvent = Schema.Union(VideoProbed, VideoPlaybackFailed, VideoPlaybackRestored)
export type VideoEvent = typeof VideoEvent.Type
export const videoEvents = VideoEvent.members

import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** Where a file lies and what the file system says of it. `pathBytes`: base64, relative to the root. */
const File = {
  rootId: Uuid,
  path: Schema.String,
  pathBytes: Schema.String,
  /** Bytes. */
  size: Schema.Number,
  /** Milliseconds since 1970, whole. */
  mtimeMs: Schema.Number
}

export const VideoRegistered = event("video.registered.v1", {
  libraryId: Uuid,
  title: Schema.String,
  ...File
})
export const VideoFileChanged = event("video.file-changed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number
})
/** The probe met another size or time than the scan did, and goes on with these. */
export const VideoFileRestamped = event("video.file-restamped.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number
})
export const VideoFileMoved = event("video.file-moved.v1", { libraryId: Uuid, ...File })
/** The file is gone, or can no longer be used as a video; `reason` is a sentence for people. The first ones have none. */
export const VideoFileMissing = event("video.file-missing.v1", {
  reason: Schema.optionalWith(Schema.String, { exact: true })
})
export const VideoFileFound = event("video.file-found.v1", {})

/** What the probe said of the file of this size and time. `facts` is the whole answer, as JSON. */
export const VideoProbed = event("video.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Seconds. */
  duration: Schema.Number,
  /** As displayed. */
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
export const VideoProbeFailed = event("video.probe-failed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  reason: Schema.String
})

/** The file could not be examined for a reason that is not its own (no permission, a cancelled job) and may pass. */
export const VideoProbeDeferred = event("video.probe-deferred.v1", {
  reason: Schema.String,
  /** Milliseconds since 1970, when the file itself could not be opened: once its rights changed it is tried again. */
  ctimeMs: Schema.optionalWith(Schema.Number, { exact: true })
})
/** Somebody asked for a video without a probe to be examined again. */
export const VideoProbeRequested = event("video.probe-requested.v1", {})

/** The conversion of the file of this size and time failed for good. The original may play all the same. */
export const VideoPlaybackFailed = event("video.playback-failed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  reason: Schema.String
})
/** The conversion succeeded after all, or was asked for again. */
export const VideoPlaybackRestored = event("video.playback-restored.v1", {})

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
/** Fields a person changed, each with what it was, so that it can be told and taken back. */
export const VideoEdited = event("video.edited.v1", {
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value }))
})

export const VideoEvent = Schema.Union(
  VideoRegistered,
  VideoFileChanged,
  VideoFileRestamped,
  VideoFileMoved,
  VideoFileMissing,
  VideoFileFound,
  VideoProbed,
  VideoProbeFailed,
  VideoProbeDeferred,
  VideoProbeRequested,
  VideoPlaybackFailed,
  VideoPlaybackRestored,
  VideoEdited
)
export type VideoEvent = typeof VideoEvent.Type
export const videoEvents = VideoEvent.members

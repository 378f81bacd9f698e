import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const common = {
  id: Schema.String,
  /** The BCP 47 tag. Null if the language is unknown. */
  language: Schema.NullOr(Schema.String),
  /** A description of the track, from the file or from a user. */
  title: Schema.NullOr(Schema.String),
  /** The file format: `srt`, `vtt`, `ass` or `ssa`. For an embedded track, ffprobe's name of the codec. */
  format: Schema.String,
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isHearingImpaired: Schema.Boolean,
  /** The number of readable cues. 0 if the track has a failure. */
  cues: Schema.Int
}

/** A track that was found in the video's file or next to it. */
export const FoundTrack = Schema.Struct({
  ...common,
  source: Schema.Literal("embedded", "sidecar"),
  /** The stream number of an embedded track in the file. */
  stream: Schema.NullOr(Schema.Int),
  /**
   * For a sidecar, the displayed path relative to the root. `pathHash` is the scan's hash of the path's bytes in
   * hexadecimal.
   */
  path: Schema.NullOr(Schema.String),
  pathHash: Schema.NullOr(Schema.String),
  /** For a sidecar, the size in bytes and the modification time in milliseconds since 1970. */
  size: Schema.NullOr(Schema.Number),
  mtimeMs: Schema.NullOr(Schema.Number),
  /** The reason why the track has no text, as a message for users. */
  failure: Schema.NullOr(Schema.String)
})
export type FoundTrack = typeof FoundTrack.Type

/**
 * The embedded tracks and the subtitle files of a video were read. They replace all tracks of the video except uploaded
 * tracks.
 */
export const SubtitlesExtracted = event("subtitle.extracted.v1", {
  /** The size and time of the video's file, which identify its content. */
  size: Schema.Number,
  mtimeMs: Schema.Number,
  tracks: Schema.Array(FoundTrack)
})

/** A user uploaded subtitles. The cues are stored in the same transaction, but not in the event. */
export const SubtitleUploaded = event("subtitle.uploaded.v1", { track: Schema.Struct(common) })
export const SubtitleLabeled = event("subtitle.labeled.v1", {
  id: Schema.String,
  language: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isHearingImpaired: Schema.Boolean
})
export const SubtitleRemoved = event("subtitle.removed.v1", { id: Schema.String })

export const SubtitleEvent = Schema.Union(
  SubtitlesExtracted,
  SubtitleUploaded,
  SubtitleLabeled,
  SubtitleRemoved
)
export type SubtitleEvent = typeof SubtitleEvent.Type
export const subtitleEvents = SubtitleEvent.members

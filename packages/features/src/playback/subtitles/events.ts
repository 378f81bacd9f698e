import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const common = {
  id: Schema.String,
  /** BCP 47; null if unknown. */
  language: Schema.NullOr(Schema.String),
  /** Additional text about the track, from the file or a person. */
  title: Schema.NullOr(Schema.String),
  /** srt, vtt, ass, ssa; the codec of an embedded track, as named by ffprobe. */
  format: Schema.String,
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isHearingImpaired: Schema.Boolean,
  /** The number of readable cues; 0 with a failure. */
  cues: Schema.Int
}

/** A track found in the video's file or next to it. */
export const FoundTrack = Schema.Struct({
  ...common,
  source: Schema.Literal("embedded", "sidecar"),
  /** For an embedded track: its stream number in the file. */
  stream: Schema.NullOr(Schema.Int),
  /** For a sidecar: the displayed path below the root, and the scan's hash of the path's bytes, in hexadecimal. */
  path: Schema.NullOr(Schema.String),
  pathHash: Schema.NullOr(Schema.String),
  /** For a sidecar: bytes, and milliseconds since 1970. */
  size: Schema.NullOr(Schema.Number),
  mtimeMs: Schema.NullOr(Schema.Number),
  /** Why the track has no text; a sentence for people. */
  failure: Schema.NullOr(Schema.String)
})
export type FoundTrack = typeof FoundTrack.Type

/** All tracks of a video except uploaded ones; replaces earlier findings. */
export const SubtitlesExtracted = event("subtitle.extracted.v1", {
  /** Identifies the content of the video's file. */
  size: Schema.Number,
  mtimeMs: Schema.Number,
  tracks: Schema.Array(FoundTrack)
})

/** A person uploaded a file. Its cues are stored in the same transaction, outside of the event. */
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

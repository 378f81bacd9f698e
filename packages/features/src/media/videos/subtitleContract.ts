import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const SubtitleTrack = Schema.Struct({
  id: Uuid,
  /** Language of the track, as a BCP 47 tag. Null if the language is unknown. */
  language: Schema.NullOr(Schema.String),
  /** Text for menus: the English name of the language, with additions from the file or a user. */
  label: Schema.String,
  source: Schema.Literal("sidecar", "embedded", "upload"),
  /** The file format: `srt`, `vtt`, `ass` or `ssa`. For an embedded track, the name of its codec. */
  sourceFormat: Schema.String,
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isHearingImpaired: Schema.Boolean,
  /** The stream number of an embedded track. Null for other tracks. */
  streamIndex: Schema.NullOr(Schema.Int),
  cueCount: Schema.Int,
  /** The URL of the WebVTT file. Null if the track has no text. */
  url: Schema.NullOr(Schema.String),
  cuesUrl: Schema.NullOr(Schema.String),
  /** The reason why the track has no text, for example because its subtitles are bitmaps. */
  failure: Schema.NullOr(Schema.String)
}).annotations({ identifier: "SubtitleTrack" })
export type SubtitleTrack = typeof SubtitleTrack.Type

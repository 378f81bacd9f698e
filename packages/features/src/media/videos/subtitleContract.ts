import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const SubtitleTrack = Schema.Struct({
  id: Uuid,
  /** BCP 47; null if unknown. */
  language: Schema.NullOr(Schema.String),
  /** For a menu: the language in English, and additions from the file or a person. */
  label: Schema.String,
  source: Schema.Literal("sidecar", "embedded", "upload"),
  /** srt, vtt, ass, ssa; the codec for an embedded track. */
  sourceFormat: Schema.String,
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isHearingImpaired: Schema.Boolean,
  /** For an embedded track: its stream number in the file. */
  streamIndex: Schema.NullOr(Schema.Int),
  cueCount: Schema.Int,
  /** WebVTT; null if there is no text. */
  url: Schema.NullOr(Schema.String),
  cuesUrl: Schema.NullOr(Schema.String),
  /** Why there is no text: bitmap subtitles, for example. */
  failure: Schema.NullOr(Schema.String)
}).annotations({ identifier: "SubtitleTrack" })
export type SubtitleTrack = typeof SubtitleTrack.Type

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { limits as queryLimits } from "@media/query/Tree"
import { SubtitleTrack } from "../../media/videos/subtitleContract.ts"

export const SubtitleCue = Schema.Struct({
  index: Schema.Int,
  /** In seconds. */
  start: Schema.Number,
  end: Schema.Number,
  /** The plain text. Lines are separated by line feeds. */
  text: Schema.String,
  /** The text as WebVTT cue text with the tags i, b, u, ruby, rt and v. Omitted for text without markup. */
  markup: Schema.optional(Schema.String),
  /** WebVTT cue settings. Omitted for the default position at the bottom. */
  settings: Schema.optional(Schema.String)
}).annotations({ identifier: "SubtitleCue" })
export type SubtitleCue = typeof SubtitleCue.Type

export const longestLabel = 100

const Label = SafeText(longestLabel).annotations({ jsonSchema: { type: "string", maxLength: longestLabel } })

export const SubtitlePatch = Body({
  /** A BCP 47 tag or a known alternative: `en`, `eng`, `English`. Null if unknown. */
  language: Schema.optional(Schema.NullOr(SafeText(40))),
  label: Schema.optional(Schema.NullOr(Label)),
  isDefault: Schema.optional(Schema.Boolean),
  isForced: Schema.optional(Schema.Boolean),
  isHearingImpaired: Schema.optional(Schema.Boolean)
})
export type SubtitlePatch = typeof SubtitlePatch.Type

const trackPath = Schema.Struct({ id: Schema.String, trackId: Schema.String })
const base = "/api/videos/:id/subtitles"

export const TranscriptHit = Schema.Struct({
  videoId: Uuid,
  title: Schema.String,
  trackId: Uuid,
  language: Schema.NullOr(Schema.String),
  /** In seconds. */
  start: Schema.Number,
  end: Schema.Number,
  text: Schema.String,
  /** The positions of the phrase in the text, in UTF-16 units. */
  highlights: Schema.Array(Schema.Struct({ start: Schema.Int, end: Schema.Int }))
}).annotations({ identifier: "TranscriptHit" })
export type TranscriptHit = typeof TranscriptHit.Type

export const TranscriptFilter = Schema.Struct({
  ...pageParams,
  /** A phrase whose last word may be incomplete, and conditions such as `language:de`. See docs/generated/fields.md. */
  q: SafeText(queryLimits.text),
  videoId: Schema.optional(Uuid),
  libraryId: Schema.optional(Uuid)
})
export type TranscriptFilter = typeof TranscriptFilter.Type

export class SubtitlesGroup extends HttpApiGroup.make("subtitles")
  .add(
    HttpApiEndpoint.get("list", base)
      .setPath(idPath)
      .addSuccess(Ok("SubtitlesResponse", Schema.Array(SubtitleTrack)))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("cues", `${base}/:trackId/cues`)
      .setPath(trackPath)
      .addSuccess(Ok("SubtitleCuesResponse", Schema.Array(SubtitleCue)))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("transcripts", "/api/transcripts")
      .setUrlParams(TranscriptFilter)
      .addSuccess(Page("TranscriptsResponse", TranscriptHit))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}

/** Routes that change subtitle tracks. A file is uploaded to a raw route, which returns the new track. */
export class SubtitlesAdminGroup extends HttpApiGroup.make("subtitlesAdmin")
  .add(
    HttpApiEndpoint.patch("label", `${base}/:trackId`)
      .setPath(trackPath)
      .setPayload(SubtitlePatch)
      .addSuccess(Ok("LabelSubtitlesResponse", SubtitleTrack))
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.del("remove", `${base}/:trackId`)
      .setPath(trackPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}

import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Uuid } from "@media/kernel/Ids"
import { Page } from "@media/wire/Envelope"
import { FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import {
  byArtist,
  itemDetailFields,
  itemGroup,
  itemSummaryFields,
  sortBy,
  TimedItemFilter
} from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { trackKind } from "./kind.ts"
import { AudioPlayback } from "./playback.ts"
import { forTextTags } from "./events.ts"

export const ArtistRef = Schema.Struct({ id: Uuid, name: Schema.String }).annotations({
  identifier: "ArtistRef"
})

/** The tags that lists show; null if unknown or missing. */
export const tagFields = {
  /** Seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** The text of the tag. */
  artist: Schema.NullOr(Schema.String),
  /** The track's artists, each with a page. */
  artists: Schema.Array(ArtistRef),
  /** The album that contains it. */
  albumId: Schema.NullOr(Uuid),
  album: Schema.NullOr(Schema.String),
  albumArtist: Schema.NullOr(Schema.String),
  discNumber: Schema.NullOr(Schema.Int),
  trackNumber: Schema.NullOr(Schema.Int),
  container: Schema.NullOr(Schema.String),
  /** The name that ffprobe uses. */
  codec: Schema.NullOr(Schema.String)
}

/** ReplayGain: dB, and peaks as a fraction of full scale; null if the tags state none. */
export const Gain = Schema.Struct({
  track: Schema.NullOr(Schema.Number),
  trackPeak: Schema.NullOr(Schema.Number),
  album: Schema.NullOr(Schema.Number),
  albumPeak: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "Gain" })
export type Gain = typeof Gain.Type

/** The remaining tags, and the track's format. */
export const factFields = {
  year: Schema.NullOr(Schema.Int),
  ...forTextTags(() => Schema.NullOr(Schema.String)),
  isCompilation: Schema.Boolean,
  /** Bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  /** Hz. */
  sampleRate: Schema.NullOr(Schema.Int),
  channels: Schema.NullOr(Schema.Int),
  /** True if the file contains lyrics. */
  hasLyrics: Schema.Boolean,
  /** Seconds that can be decoded, if the file claims clearly more because it is truncated or damaged. */
  playableSeconds: Schema.NullOr(Schema.Number),
  /** Times in seconds, in order. Most tracks have no chapters. */
  chapters: Schema.Array(
    Schema.Struct({ title: Schema.String, start: Schema.Number, end: Schema.Number }).annotations({
      identifier: "AudioChapter"
    })
  )
}

const fields = {
  ...itemSummaryFields,
  kind: Schema.Literal(trackKind.kind),
  ...tagFields,
  gain: Gain,
  playback: AudioPlayback
}

export const AudioTrackSummary = Schema.Struct(fields).annotations({ identifier: "AudioTrackSummary" })
export type AudioTrackSummary = typeof AudioTrackSummary.Type
export const AudioTrack = Schema.Struct({
  ...fields,
  ...itemDetailFields,
  ...factFields,
  sourceUrl: Schema.String
}).annotations({ identifier: "AudioTrack" })
export type AudioTrack = typeof AudioTrack.Type

/** With `artist` and `album`, tracks are sorted by album, disc and number within each. */
const AudioFilter = ListParams({
  ...TimedItemFilter.fields,
  artistId: byArtist.artistId,
  sort: sortBy("duration", "artist", "album")
})

export class AudioTracksGroup extends itemGroup("audioTracks", {
  name: "AudioTrack",
  path: trackKind.paths.list,
  list: HttpApiEndpoint.get("list", trackKind.paths.list)
    .setUrlParams(AudioFilter)
    .addSuccess(Page("AudioTracksResponse", AudioTrackSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: AudioTrack
}) {}

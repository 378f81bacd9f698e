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

/** Tags shown in lists. A tag is null if it is missing or was not read yet. */
export const tagFields = {
  /** Duration in seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** The text of the artist tag. */
  artist: Schema.NullOr(Schema.String),
  /** The artists of the track. Each artist has a page. */
  artists: Schema.Array(ArtistRef),
  /** The album that contains the track. */
  albumId: Schema.NullOr(Uuid),
  album: Schema.NullOr(Schema.String),
  albumArtist: Schema.NullOr(Schema.String),
  discNumber: Schema.NullOr(Schema.Int),
  trackNumber: Schema.NullOr(Schema.Int),
  container: Schema.NullOr(Schema.String),
  /** The codec name used by ffprobe. */
  codec: Schema.NullOr(Schema.String)
}

/** ReplayGain values in dB, and peaks as a fraction of full scale. Null if the tags do not contain them. */
export const Gain = Schema.Struct({
  track: Schema.NullOr(Schema.Number),
  trackPeak: Schema.NullOr(Schema.Number),
  album: Schema.NullOr(Schema.Number),
  albumPeak: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "Gain" })
export type Gain = typeof Gain.Type

/** Tags and format details that are returned only for a single track, not in lists. */
export const factFields = {
  year: Schema.NullOr(Schema.Int),
  ...forTextTags(() => Schema.NullOr(Schema.String)),
  isCompilation: Schema.Boolean,
  /** Bit rate in bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  /** Sample rate in Hz. */
  sampleRate: Schema.NullOr(Schema.Int),
  channels: Schema.NullOr(Schema.Int),
  /** True if the file contains lyrics. */
  hasLyrics: Schema.Boolean,
  /**
   * Number of seconds that can be decoded. Set only if the file claims a clearly longer duration, because it is
   * truncated or damaged.
   */
  playableSeconds: Schema.NullOr(Schema.Number),
  /** Chapters in order, with times in seconds. Most tracks have no chapters. */
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

/** If the list is filtered by `artist` or `album`, the tracks are sorted by album, disc and track number. */
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

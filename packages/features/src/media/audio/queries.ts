import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "../../catalog/items/queries.ts"
import { type AudioTrack, type AudioTrackSummary, factFields, tagFields } from "./contract.ts"
import { playableSeconds } from "./decodable.ts"
import { trackKind } from "./kind.ts"
import { playbackOf } from "./playback.ts"

const { kind } = trackKind
const own = {
  kind,
  facts: "audio_facts",
  expressions: {
    artist: "k.artist",
    artists: `(select coalesce(jsonb_agg(jsonb_build_object('id', a.artist_id, 'name', a.name) order by a.ordinal), '[]')
      from track_artists a where a.item_id = v.id)`,
    albumId: "v.parent_id",
    album: "k.album",
    albumArtist: "k.album_artist",
    discNumber: "k.disc_number",
    trackNumber: "k.track_number",
    container: "k.container",
    codec: "k.codec",
    trackGain: "k.track_gain",
    trackPeak: "k.track_peak",
    albumGain: "k.album_gain",
    albumPeak: "k.album_peak"
  }
}
const gainRow = {
  trackGain: Schema.NullOr(Schema.Number),
  trackPeak: Schema.NullOr(Schema.Number),
  albumGain: Schema.NullOr(Schema.Number),
  albumPeak: Schema.NullOr(Schema.Number)
}
const summaryRows = { ...own, row: Schema.Struct({ ...summaryRow, ...tagFields, ...gainRow }) }
const { playableSeconds: _, ...withoutPlayable } = factFields
const detailRows = {
  ...own,
  expressions: {
    ...own.expressions,
    year: "k.year",
    genre: "k.genre",
    isCompilation: "coalesce(k.is_compilation, false)",
    bitRate: "k.bit_rate",
    sampleRate: "k.sample_rate",
    channels: "k.channels",
    hasLyrics: "coalesce(k.has_lyrics, false)",
    decoded: "k.decoded_seconds",
    chapters: "coalesce(k.chapters, '[]')"
  },
  row: Schema.Struct({
    ...detailRow,
    ...tagFields,
    ...gainRow,
    ...withoutPlayable,
    decoded: Schema.NullOr(Schema.Number)
  })
}

type Gains = Schema.Struct.Type<typeof gainRow>

const withPlayback = <Row extends Gains & Parameters<typeof playbackOf>[0]>({
  albumGain,
  albumPeak,
  trackGain,
  trackPeak,
  ...row
}: Row) => ({
  ...row,
  gain: { track: trackGain, trackPeak, album: albumGain, albumPeak },
  playback: playbackOf(row)
})

/** A page of the tracks the caller may see, and how many there are in all. */
export const listTracks = (principal: Principal, filter: ListFilter) =>
  Effect.map(listItems(principal, summaryRows, filter), (page) => ({
    ...page,
    items: page.items.map((row): AudioTrackSummary => ({ ...withPlayback(toWire(row)), kind }))
  }))

export const getTrack = (principal: Principal, id: string) =>
  Effect.map(findItem(principal, detailRows, id), ({ decoded, ...row }): AudioTrack => ({
    ...withPlayback(toWire(row)),
    kind,
    playableSeconds: playableSeconds(row.duration, decoded),
    sourceUrl: bytesUrl(trackKind, row.id)
  }))

import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { detailRow, findItem, fromFacts, listItems, summaryRow, toWire } from "../../catalog/items/queries.ts"
import { type AudioTrack, type AudioTrackSummary, factFields, tagFields } from "./contract.ts"
import { playableSeconds } from "./decodable.ts"
import { trackKind } from "./kind.ts"
import { playbackOf } from "./playback.ts"

const gainRow = {
  trackGain: Schema.NullOr(Schema.Number),
  trackPeak: Schema.NullOr(Schema.Number),
  albumGain: Schema.NullOr(Schema.Number),
  albumPeak: Schema.NullOr(Schema.Number)
}
const { kind } = trackKind
const { playableSeconds: _, ...withoutPlayable } = factFields
const own = {
  kind,
  facts: "audio_facts",
  expressions: {
    ...fromFacts(tagFields),
    ...fromFacts(gainRow),
    duration: "v.duration",
    artists: `(select coalesce(jsonb_agg(jsonb_build_object('id', a.artist_id, 'name', a.name) order by a.ordinal), '[]')
      from track_artists a where a.item_id = v.id)`,
    albumId: "v.parent_id"
  }
}
const summaryRows = { ...own, row: Schema.Struct({ ...summaryRow, ...tagFields, ...gainRow }) }
const detailRows = {
  ...own,
  expressions: {
    ...own.expressions,
    ...fromFacts(withoutPlayable),
    isCompilation: "coalesce(k.is_compilation, false)",
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

/** Returns a page of the tracks that the caller may see, with the total number. */
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

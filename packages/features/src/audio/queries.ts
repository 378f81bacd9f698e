import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../MediaKind.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "../items/queries.ts"
import {
  type AudioFilter,
  type AudioTrack,
  type AudioTrackSummary,
  factFields,
  tagFields
} from "./contract.ts"
import { trackKind } from "./kind.ts"

const { kind } = trackKind
const own = {
  kind,
  facts: "audio_facts",
  expressions: {
    artist: "k.artist",
    album: "k.album",
    albumArtist: "k.album_artist",
    discNumber: "k.disc_number",
    trackNumber: "k.track_number"
  }
}
const summaryRows = { ...own, row: Schema.Struct({ ...summaryRow, ...tagFields }) }
const detailRows = {
  ...own,
  expressions: {
    ...own.expressions,
    year: "k.year",
    genre: "k.genre",
    container: "k.container",
    codec: "k.codec",
    bitRate: "k.bit_rate",
    sampleRate: "k.sample_rate",
    channels: "k.channels",
    trackGain: "k.track_gain",
    trackPeak: "k.track_peak",
    albumGain: "k.album_gain",
    albumPeak: "k.album_peak",
    hasLyrics: "coalesce(k.has_lyrics, false)"
  },
  row: Schema.Struct({ ...detailRow, ...tagFields, ...factFields })
}

/** A page of the tracks the caller may see, and how many there are in all. */
export const listTracks = (principal: Principal, filter: AudioFilter) =>
  Effect.map(listItems(principal, summaryRows, filter), (page) => ({
    ...page,
    items: page.items.map((row): AudioTrackSummary => ({ ...toWire(row), kind }))
  }))

export const getTrack = (principal: Principal, id: string) =>
  Effect.map(findItem(principal, detailRows, id), (row): AudioTrack => ({
    ...toWire(row),
    kind,
    sourceUrl: bytesUrl(trackKind, row.id)
  }))

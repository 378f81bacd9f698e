import { sortTitleOf } from "./title.ts"

/** Length to which names are truncated before comparing, because an index entry can contain 2,700 bytes. */
const LONGEST = 200
/** Sorts after all names. */
const NAMELESS = "\uffff"
/** Before all letters: "Ab" with its albums comes before "Abc". */
const BREAK = "\u0001"

const part = (name: string | null): string =>
  name === null ? NAMELESS : sortTitleOf(name).slice(0, LONGEST).toWellFormed()
const number = (value: number | null): string => String(value ?? 0).padStart(4, "0")

/** The tags of a track. */
export interface OrderedTrack {
  readonly artist: string | null
  readonly album: string | null
  readonly albumArtist: string | null
  readonly discNumber: number | null
  readonly trackNumber: number | null
}

/** Sort keys for lists by artist and by album: within each, albums, discs and numbers are in order. */
export const trackOrder = ({ album, albumArtist, artist, discNumber, trackNumber }: OrderedTrack) => {
  const numbers = `${number(discNumber ?? 1)}${number(trackNumber)}`
  return {
    artistKey: [part(artist ?? albumArtist), part(album), numbers].join(BREAK),
    albumKey: [part(album), part(albumArtist ?? artist), numbers].join(BREAK)
  }
}

/** Sort keys of an album. An artist's albums are ordered by year. */
export const albumOrder = (album: { readonly artist: string | null; readonly year: number | null }): string =>
  [part(album.artist), number(album.year)].join(BREAK)

import { sortTitleOf } from "./title.ts"

/** Maximum number of characters per name in a sort key. An index entry can contain at most 2,700 bytes. */
const LONGEST = 200
/** The sort key of a missing name, which sorts after all names. */
const NAMELESS = "\uffff"
/**
 * Separates the names in a sort key. The character sorts before all letters, so that all albums of "Ab" come before
 * those of "Abc".
 */
const BREAK = "\u0001"

const part = (name: string | null): string =>
  name === null ? NAMELESS : sortTitleOf(name).slice(0, LONGEST).toWellFormed()
const number = (value: number | null): string => String(value ?? 0).padStart(4, "0")

/** The tags of a track that determine its sort keys. */
export interface OrderedTrack {
  readonly artist: string | null
  readonly album: string | null
  readonly albumArtist: string | null
  readonly discNumber: number | null
  readonly trackNumber: number | null
}

/**
 * Returns two sort keys of a track: one for lists sorted by artist, and one for lists sorted by album. The tracks of an
 * artist are sorted by album, disc and track number. The tracks of an album are sorted by disc and track number.
 */
export const trackOrder = ({ album, albumArtist, artist, discNumber, trackNumber }: OrderedTrack) => {
  const numbers = `${number(discNumber ?? 1)}${number(trackNumber)}`
  return {
    artistKey: [part(artist ?? albumArtist), part(album), numbers].join(BREAK),
    albumKey: [part(album), part(albumArtist ?? artist), numbers].join(BREAK)
  }
}

/** Returns the sort key of an album: by artist, then by year. */
export const albumOrder = (album: { readonly artist: string | null; readonly year: number | null }): string =>
  [part(album.artist), number(album.year)].join(BREAK)

import { namedUuid } from "@media/kernel/NamedUuid"

/** The album artist of an album whose tracks have different artists. */
const VARIOUS = "Various Artists"
const words = new Set(["various artists", "various", "va", "v.a.", "diverse", "diverse interpreten"])

/** True if a name is a placeholder for various artists. */
export const isVarious = (name: string): boolean =>
  words.has(name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim())

interface NamedArtist {
  readonly artistId: string
  readonly name: string
}

const named = (name: string): NamedArtist => ({ artistId: namedUuid("artist", name), name })

/**
 * Returns the artists in a tag, without duplicates. Only semicolons separate artists, because ffprobe and the tag
 * reader join several values of a tag with semicolons. A slash or an "and" may be part of a name.
 */
export const artistsOf = (tag: string | null): ReadonlyArray<NamedArtist> => {
  const all = (tag ?? "").split(";").flatMap((part) => (part.trim() === "" ? [] : [named(part.trim())]))
  return [...new Map(all.map((artist) => [artist.artistId, artist])).values()]
}

/** Returns the artists of a track, or the album artists if the track has no artist tag. */
export const heardOn = (track: {
  readonly artist: string | null
  readonly albumArtist: string | null
}): ReadonlyArray<NamedArtist> => {
  const own = artistsOf(track.artist)
  return own.length > 0 ? own : artistsOf(track.albumArtist).filter(({ name }) => !isVarious(name))
}

/**
 * Returns the artists of an album: the artists in its album artist, or Various Artists if its tracks have different
 * artists.
 */
export const albumBy = (album: {
  readonly artist: string | null
  readonly isVarious: boolean
}): ReadonlyArray<NamedArtist> => (album.isVarious ? [named(VARIOUS)] : artistsOf(album.artist))

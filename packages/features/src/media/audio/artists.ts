import { namedUuid } from "@media/kernel/NamedUuid"

/** The album artist of an album whose tracks have different artists. */
const VARIOUS = "Various Artists"
const words = new Set(["various artists", "various", "va", "v.a.", "diverse", "diverse interpreten"])

/** Tells whether a name is a placeholder for many artists. */
export const isVarious = (name: string): boolean =>
  words.has(name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim())

interface NamedArtist {
  readonly artistId: string
  readonly name: string
}

const named = (name: string): NamedArtist => ({ artistId: namedUuid("artist", name), name })

/**
 * The artists that a tag names, each once. Several fields of one tag are joined by semicolons. A slash or an "and" may
 * be part of a name, so these do not separate artists.
 */
export const artistsOf = (tag: string | null): ReadonlyArray<NamedArtist> => {
  const all = (tag ?? "").split(";").flatMap((part) => (part.trim() === "" ? [] : [named(part.trim())]))
  return [...new Map(all.map((artist) => [artist.artistId, artist])).values()]
}

/** The artists of a track, or the album artist if its tags name none. */
export const heardOn = (track: {
  readonly artist: string | null
  readonly albumArtist: string | null
}): ReadonlyArray<NamedArtist> => {
  const own = artistsOf(track.artist)
  return own.length > 0 ? own : artistsOf(track.albumArtist).filter(({ name }) => !isVarious(name))
}

/** The album artists. */
export const albumBy = (album: {
  readonly artist: string | null
  readonly isVarious: boolean
}): ReadonlyArray<NamedArtist> => (album.isVarious ? [named(VARIOUS)] : artistsOf(album.artist))

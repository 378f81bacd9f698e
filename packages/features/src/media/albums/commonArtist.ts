import { foldedName as folded } from "@media/kernel/NamedUuid"
import { artistsOf } from "../audio/artists.ts"

/** Matches `X feat. Y` and `X (ft. Y)`. The last such word in a name is used, because the artist may be Little Feat. */
const withGuests = /^(.*\S)\s+[([]?(?:feat|ft|featuring)(?:\.\s*|\s+)\S.*$/i
/**
 * Matches the separators between the album artist and guests. `X & Y` counts as X with a guest if other tracks are by X
 * alone.
 */
const between = /^(?:,| [&+/x] |\/| [([]?(?:feat|ft|featuring|and|with|vs)\b)/

/**
 * Returns the common artist of these tracks: the artist of all tracks, or the artist whom all tracks name first if some
 * have guests. Tracks with and without an artist have no common artist.
 */
export const commonArtist = (artists: ReadonlyArray<string | null>): string | null => {
  const isOne = (names: ReadonlyArray<string | null>) =>
    new Set(names.map((name) => folded(name ?? ""))).size === 1
  if (isOne(artists)) return artists[0] ?? null
  const first = artists.map((artist) => artistsOf(artist)[0]?.name.replace(withGuests, "$1") ?? null)
  if (isOne(first)) return first[0] ?? null
  const alone = first.reduce((a, b) => ((b ?? "").length < (a ?? "").length ? b : a), first[0] ?? null)
  const name = folded(alone ?? "")
  const isOnAll = first.every((each) => {
    const whole = folded(each ?? "")
    return whole === name || (whole.startsWith(name) && between.test(whole.slice(name.length)))
  })
  return name !== "" && isOnAll ? alone : null
}

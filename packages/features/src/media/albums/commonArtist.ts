import { foldedName as folded } from "@media/kernel/NamedUuid"
import { artistsOf } from "../audio/artists.ts"

/**
 * Matches `X feat. Y` and `X (ft. Y)`. If a name contains several such words, the last one counts, because the artist
 * may be Little Feat.
 */
const withGuests = /^(.*\S)\s+[([]?(?:feat|ft|featuring)(?:\.\s*|\s+)\S.*$/i
/**
 * Matches the separators between the album artist and guests. `X & Y` counts as X with a guest if other tracks are by X
 * alone.
 */
const between = /^(?:,| [&+/x] |\/| [([]?(?:feat|ft|featuring|and|with|vs)\b)/

/**
 * Returns the artist that all of these tracks have in common, ignoring guest artists. Returns null if the tracks have
 * different artists, or if only some of the tracks have an artist.
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

import { foldedName as folded } from "@media/kernel/NamedUuid"
import { naturally } from "@media/kernel/NaturalOrder"
import { createHash } from "node:crypto"
import { isVarious } from "../audio/artists.ts"
import { albumAndDisc, discOfFolder } from "../audio/discFolder.ts"
import { commonArtist } from "./commonArtist.ts"

/** A track to be grouped. */
export interface TaggedTrack {
  readonly id: string
  readonly rootId: string
  /** The name of the root folder. */
  readonly rootName: string
  /** The displayed path relative to the root. */
  readonly path: string
  readonly artist: string | null
  readonly albumArtist: string | null
  readonly album: string | null
  readonly disc: number | null
  readonly track: number | null
  readonly year: number | null
  readonly isCompilation: boolean
}

/** An album derived from its tracks' tags. */
export interface FoundAlbum {
  readonly key: string
  readonly title: string
  /** The album artist. Null if unknown, or if the tracks have different artists. */
  readonly artist: string | null
  readonly year: number | null
  /** True if the tracks have different artists. */
  readonly isVarious: boolean
  /** The tracks in order, with their ordinals. */
  readonly tracks: ReadonlyArray<{ readonly id: string; readonly ordinal: number }>
}

/** The number of ordinals reserved for each disc. */
const PER_DISC = 10_000

const foldersOf = (path: string): ReadonlyArray<string> => path.split("/").slice(0, -1)

/**
 * Returns the folder of the album: the track's folder, or its parent folder if the name of the track's folder is a disc
 * number such as `CD 2`.
 */
const albumFolder = (path: string): ReadonlyArray<string> => {
  const folders = foldersOf(path)
  return discOfFolder(folders.at(-1) ?? "") !== undefined ? folders.slice(0, -1) : folders
}

const discOf = ({ disc, path }: TaggedTrack): number =>
  disc ?? discOfFolder(foldersOf(path).at(-1) ?? "") ?? 1

/**
 * Takes the disc number from an album tag such as `White Album (Disc 2)`. The disc tag is ignored, because every disc
 * of such an album usually has the disc tag 1.
 */
const withDiscOfAlbum = (track: TaggedTrack): TaggedTrack => {
  const { album, disc } = albumAndDisc(track.album)
  return disc === null ? track : { ...track, album, disc }
}

const groupedBy = <A>(all: ReadonlyArray<A>, keyOf: (each: A) => string): ReadonlyMap<string, Array<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const each of all) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return groups
}

/** Returns the most frequent value. In a tie, the alphabetically first value wins. */
const commonest = <A extends string | number>(values: ReadonlyArray<A | null>): A | null => {
  const counts = new Map<A, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? null
}

/**
 * Returns the tracks with their ordinals: disc by disc, sorted by track number within a disc. Tracks without a number
 * come last, sorted by name.
 */
const placed = (tracks: ReadonlyArray<TaggedTrack>) => {
  const inOrder = tracks.toSorted(
    (a, b) =>
      discOf(a) - discOf(b) || (a.track ?? PER_DISC) - (b.track ?? PER_DISC) || naturally(a.path, b.path)
  )
  let disc = 0
  let last = 0
  return inOrder.map((track) => {
    if (discOf(track) !== disc) {
      disc = discOf(track)
      last = 0
    }
    // Two tracks with the same number get the same ordinal, so lists order them by id.
    last = Math.min(track.track ?? last + 1, PER_DISC - 1)
    return { id: track.id, ordinal: disc * PER_DISC + last }
  })
}

/** True if the tags name at least one artist. */
const hasArtist = ({ albumArtist, artist, isCompilation }: TaggedTrack): boolean =>
  isCompilation || albumArtist !== null || artist !== null

const hashOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/**
 * Separates albums with the same artist and title, such as the six albums named Weezer. Tracks of different years count
 * as different albums under two conditions:
 * - Each folder contains tracks of only one year.
 * - At least one track number occurs in two of the years.
 *
 * Returns the tracks of each album. If the albums were separated, also returns the year of each album.
 */
const editionsOf = (
  group: ReadonlyArray<TaggedTrack>
): ReadonlyArray<readonly [edition: ReadonlyArray<string>, tracks: ReadonlyArray<TaggedTrack>]> => {
  const folders = [
    ...groupedBy(group, ({ path, rootId }) => JSON.stringify([rootId, albumFolder(path)])).values()
  ]
  const byYear = groupedBy(folders, (tracks) =>
    [...new Set(tracks.flatMap(({ year }) => year ?? []))].sort().join(" ")
  )
  const isOfOneEach = [...byYear.keys()].every((years) => /^\d+$/.test(years))
  const numbers = [...byYear.values()].flatMap((edition) => [
    ...new Set(
      edition.flat().flatMap((track) => (track.track === null ? [] : `${discOf(track)}/${track.track}`))
    )
  ])
  const isTwice = new Set(numbers).size < numbers.length
  return isOfOneEach && isTwice
    ? [...byYear].map(([year, edition]) => [[year], edition.flat()] as const)
    : [[[], group]]
}

/**
 * Returns the albums of a library. An album is identified by artist and title, regardless of its folders, except for
 * the albums that `editionsOf` separates. The artist is the album artist, or else the common artist of the album's
 * tracks in the same folder. If there is no common artist or the compilation flag is set, the artist is "Various
 * Artists". Tracks without an album tag are grouped by folder. Pure.
 */
export const albumsOf = (
  libraryId: string,
  tagged: ReadonlyArray<TaggedTrack>
): ReadonlyArray<FoundAlbum> => {
  const tracks = tagged.map(withDiscOfAlbum)
  const named = tracks.filter(({ album }) => album !== null)
  const sameFolder = ({ album, path, rootId }: TaggedTrack) =>
    JSON.stringify([rootId, albumFolder(path), folded(album!)])
  const inFolder = new Map(
    [...groupedBy(named, sameFolder)].map(([folder, group]) => [
      folder,
      commonArtist(group.flatMap(({ albumArtist, artist }) => (albumArtist === null ? [artist] : [])))
    ])
  )
  const artistOf = (track: TaggedTrack): string | null => {
    const { albumArtist, isCompilation } = track
    if (albumArtist !== null) return isVarious(albumArtist) ? null : albumArtist
    return isCompilation ? null : (inFolder.get(sameFolder(track)) ?? null)
  }

  const byName = [
    ...groupedBy(named, (track) => JSON.stringify([folded(artistOf(track) ?? ""), folded(track.album!)]))
  ].flatMap(([, all]) =>
    editionsOf(all).map(([edition, group]): FoundAlbum => ({
      key: hashOf("tags", libraryId, folded(artistOf(all[0]!) ?? ""), folded(all[0]!.album!), ...edition),
      title: commonest(group.map(({ album }) => album)) ?? "",
      artist: commonest(group.map(artistOf)),
      year: commonest(group.map(({ year }) => year)),
      isVarious: group.every((track) => artistOf(track) === null) && group.some(hasArtist),
      tracks: placed(group)
    }))
  )
  const untagged = tracks.filter(({ album }) => album === null)
  const byFolder = [
    ...groupedBy(untagged, ({ path, rootId }) => hashOf("folder", libraryId, rootId, ...albumFolder(path)))
  ].map(([key, group]): FoundAlbum => ({
    key,
    title: albumFolder(group[0]!.path).at(-1) ?? group[0]!.rootName,
    artist: new Set(group.map(({ artist }) => artist)).size === 1 ? group[0]!.artist : null,
    year: null,
    isVarious: new Set(group.flatMap(({ artist }) => artist ?? [])).size > 1,
    tracks: placed(group)
  }))
  return [...byName, ...byFolder]
}

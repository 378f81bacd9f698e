import { foldedName as folded } from "@media/kernel/NamedUuid"
import { naturally } from "@media/kernel/NaturalOrder"
import { createHash } from "node:crypto"
import { artistsOf, isVarious } from "../audio/artists.ts"
import { albumAndDisc, discOfFolder } from "../audio/discFolder.ts"

/** A track as the input of the grouping. */
export interface TaggedTrack {
  readonly id: string
  readonly rootId: string
  /** The name of the root folder. */
  readonly rootName: string
  /** The displayed path below the root. */
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
  /** Null if unknown, or if each track has its own. */
  readonly artist: string | null
  readonly year: number | null
  /** True if each track has its own artist. */
  readonly isVarious: boolean
  /** The tracks in order, with their positions. */
  readonly tracks: ReadonlyArray<{ readonly id: string; readonly ordinal: number }>
}

/** Number of positions per disc. The next disc follows. */
const PER_DISC = 10_000

const foldersOf = (path: string): ReadonlyArray<string> => path.split("/").slice(0, -1)

/** The folder of the album: that of the track, or its parent if the folder is a disc. */
const albumFolder = (path: string): ReadonlyArray<string> => {
  const folders = foldersOf(path)
  return discOfFolder(folders.at(-1) ?? "") !== undefined ? folders.slice(0, -1) : folders
}

const discOf = ({ disc, path }: TaggedTrack): number =>
  disc ?? discOfFolder(foldersOf(path).at(-1) ?? "") ?? 1

/**
 * `White Album (Disc 2)` is the second disc of White Album, whatever the disc tag says, because the tag starts at 1 in
 * each of them.
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

/** The most frequent value. The alphabetically first one wins a tie. */
const commonest = <A extends string | number>(values: ReadonlyArray<A | null>): A | null => {
  const counts = new Map<A, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? null
}

/** Positions of the tracks: disc by disc, and on each disc by track number, then tracks without a number by name. */
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
    // Two tracks with the same number are ordered by their ids.
    last = Math.min(track.track ?? last + 1, PER_DISC - 1)
    return { id: track.id, ordinal: disc * PER_DISC + last }
  })
}

/** True if it names an artist, or several. */
const hasArtist = ({ albumArtist, artist, isCompilation }: TaggedTrack): boolean =>
  isCompilation || albumArtist !== null || artist !== null

/** `X feat. Y`, `X (ft. Y)`. The last such word counts, because a name may be Little Feat. */
const withGuests = /^(.*\S)\s+[([]?(?:feat|ft|featuring)(?:\.\s*|\s+)\S.*$/i
/** The separators between the album artist and guests. `X & Y` is X with Y if X alone is on other tracks. */
const between = /^(?:,| [&+/x] |\/| [([]?(?:feat|ft|featuring|and|with|vs)\b)/

/**
 * The common artist of these tracks: an artist on all of them, or the first artist of each, with guests on some. A
 * track without an artist has no common artist with others.
 */
const commonArtist = (artists: ReadonlyArray<string | null>): string | null => {
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

const hashOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/**
 * Distinguishes albums of one artist with the same name. They differ if each folder has its own year and two of them
 * contain the same track, like the six albums named Weezer. Returns each with its distinguishing part.
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
 * The albums of a library. An album is identified by artist and name, wherever its files are (but see `editionsOf`).
 * The artist is the album artist, or the track artist if all tracks of the album in the folder have the same one.
 * Otherwise the album has various artists, as does one with that flag. Tracks without an album are grouped by folder.
 * Pure.
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

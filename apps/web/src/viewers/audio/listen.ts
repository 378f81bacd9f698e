import type { AudioTrackSummary } from "@media/features/media/audio/contract"
import { api } from "@/api"
import type { ListenAct, ListPosition } from "@/features/items/definition"
import { filterFromQuery, heard, type ItemSort } from "@/features/items/list/filter"
import { enqueue, playTracks, shuffle, surround } from "./acts"
import { pick } from "./chance"
import type { Listed } from "./listed"
import { engine, isPlaying, queue, seekTo, toggle, track as playing } from "./player"
import { MOST_ENTRIES } from "./queue"
import "./show"

/** Maximum page size that the server accepts. */
const PAGE = 500
const SORTS: ReadonlyArray<ItemSort> = [
  ...([
    "createdAt",
    "title",
    "artist",
    "album",
    "date",
    "duration",
    "size",
    "rating",
    "lastPlayedAt"
  ] as const),
  "random"
]

type Load = (page: number) => Promise<{ readonly items: ReadonlyArray<Listed>; readonly total: number }>

/**
 * Returns the tracks of a list, starting with the page that contains the track, and the index of the track. Also
 * searches the adjacent pages, because the list may have changed since it was displayed. Returns undefined if no page
 * contains the track.
 */
export const listAround = async (
  load: Load,
  id: string,
  at: number
): Promise<{ readonly tracks: ReadonlyArray<Listed>; readonly at: number } | undefined> => {
  const home = Math.floor(at / PAGE) + 1
  for (const first of [home, home + 1, home - 1]) {
    if (first < 1) continue
    const { items, total } = await load(first)
    const index = items.findIndex((item) => item.id === id)
    if (index < 0) continue
    const tracks = [...items]
    for (let page = first + 1; tracks.length - index < MOST_ENTRIES && (page - 1) * PAGE < total; page += 1)
      tracks.push(...(await load(page)).items)
    return { tracks, at: index }
  }
  return undefined
}

/**
 * Returns the selected track, followed by a page of the list in random order. The displayed order cannot be loaded
 * again, because the server returns a different random order for each request.
 */
const chanceAfter = async (load: Load, track: Listed) => ({
  tracks: [track, ...(await load(1)).items.filter(({ id }) => id !== track.id)],
  at: 0
})

const playList = (track: AudioTrackSummary, { at = 0, list }: ListPosition): void => {
  playTracks([track])
  const asked = queue.value
  const query = Object.fromEntries(new URLSearchParams(list))
  const { sort, ...filter } = filterFromQuery(query, SORTS)
  const load: Load = (page) =>
    api.audioTracks.list({ query: { ...filter, sort: heard(sort), page, perPage: PAGE } })
  void (sort === "random" ? chanceAfter(load, track) : listAround(load, track.id, at)).then(
    (found) => {
      // The user may have started another track or list in the meantime.
      if (found && queue.value === asked) surround(found.tracks, found.at)
    },
    // If the list cannot be loaded, only the selected track plays.
    () => undefined
  )
}

/** Compares by disc, then by track number. Tracks without a number come last, sorted by title. */
export const byNumber = (
  a: Pick<AudioTrackSummary, "discNumber" | "trackNumber" | "title">,
  b: Pick<AudioTrackSummary, "discNumber" | "trackNumber" | "title">
): number =>
  (a.discNumber ?? 1) - (b.discNumber ?? 1) ||
  (a.trackNumber ?? Number.MAX_SAFE_INTEGER) - (b.trackNumber ?? Number.MAX_SAFE_INTEGER) ||
  a.title.localeCompare(b.title)

/** Plays a track immediately, and adds its album to the queue when the album has loaded. */
const playAlbum = (track: AudioTrackSummary): void => {
  playTracks([track])
  const { album, albumArtist, artist, id, libraryId } = track
  if (album === null) return
  const asked = queue.value
  void api.audioTracks.list({ query: { album, libraryId, status: "ready", perPage: PAGE } }).then(
    ({ items }) => {
      if (queue.value !== asked) return
      // Filters by artist, because albums of different artists may have the same name.
      const tracks = items
        .filter((other) => (other.albumArtist ?? other.artist) === (albumArtist ?? artist))
        .toSorted(byNumber)
      const at = tracks.findIndex((other) => other.id === id)
      if (at >= 0) surround(tracks, at)
    },
    () => undefined
  )
}

/** Plays tracks in order, starting at index `at`. */
export const listenTo = (tracks: ReadonlyArray<Listed>, at: number): void => playTracks(tracks, at)

/** Plays tracks in random order. The user can restore the original order in the queue. */
export const listenShuffled = (tracks: ReadonlyArray<Listed>): void => {
  playTracks(tracks, pick(tracks.length))
  if (queue.value?.isShuffled === false) shuffle()
}

/** Plays a track, starting at a time in seconds. */
export const listenFrom = (wanted: Listed, seconds: number): void => {
  if (playing.value?.id !== wanted.id || engine().state.duration === 0)
    return playTracks([wanted], 0, seconds)
  seekTo(seconds)
  if (!isPlaying()) toggle()
}

/** Runs an action of a track menu or button. */
export const listen = (act: ListenAct, track: AudioTrackSummary, position: ListPosition): void => {
  if (act === "next" || act === "last") enqueue([track], act)
  else if (position.list === undefined) playAlbum(track)
  else playList(track, position)
}

import { api } from "@/api"
import { listenShuffled, listenTo } from "@/features/audio/listenTo"
import { listKey } from "@/features/items/keys"
import { useQuery } from "@pinia/colada"
import { computed } from "vue"

/** The largest page size that the server allows. Even large box sets have fewer tracks. */
const MOST = 500

/**
 * Loads the tracks of an album in order. Returns functions that play the tracks, optionally starting at a given track.
 */
export const useAlbumTracks = (id: () => string) => {
  const query = useQuery({
    key: () => [...listKey("track"), { album: id() }],
    query: ({ signal }) =>
      api.albumTracks.tracks({ path: { id: id() }, query: { page: 1, perPage: MOST }, signal })
  })
  const tracks = computed(() => query.data.value?.items ?? [])
  /**
   * Plays the album, starting at the given track. Like in lists, tracks with a missing or damaged file are skipped,
   * except for the given track.
   */
  const play = (trackId?: string): void => {
    const playable = tracks.value.filter((track) => track.status === "ready" || track.id === trackId)
    const at = playable.findIndex((track) => track.id === trackId)
    listenTo(playable, Math.max(0, at))
  }
  const shuffle = (): void => listenShuffled(tracks.value.filter(({ status }) => status === "ready"))
  return { ...query, play, shuffle, tracks }
}

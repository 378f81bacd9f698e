import { api } from "@/api"
import { listenShuffled, listenTo } from "@/features/audio/listenTo"
import { listKey } from "@/features/items/keys"
import { useQuery } from "@pinia/colada"
import { computed } from "vue"

/** The largest page that the server returns; even large box sets have fewer tracks. */
const MOST = 500

/** The tracks of an album in order, with a function that plays all of them or starts at one of them. */
export const useAlbumTracks = (id: () => string) => {
  const query = useQuery({
    key: () => [...listKey("track"), { album: id() }],
    query: ({ signal }) =>
      api.albumTracks.tracks({ path: { id: id() }, query: { page: 1, perPage: MOST }, signal })
  })
  const tracks = computed(() => query.data.value?.items ?? [])
  /** Leaves out missing and damaged files, as lists do. */
  const play = (trackId?: string): void => {
    const playable = tracks.value.filter((track) => track.status === "ready" || track.id === trackId)
    const at = playable.findIndex((track) => track.id === trackId)
    listenTo(playable, Math.max(0, at))
  }
  const shuffle = (): void => listenShuffled(tracks.value.filter(({ status }) => status === "ready"))
  return { ...query, play, shuffle, tracks }
}

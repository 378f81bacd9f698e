import { api } from "@/api"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import type { MarkerPatch, NewMarker, WallMarker } from "@media/features/playback/markers/contract"
import { computed, shallowRef, watch } from "vue"
import { itemKey } from "@/features/items/keys"
import { refresh } from "@/lib/queryCache"

/** The kinds that can have markers. */
export type MarkedKind = "video" | "track"
const keyOf = (kind: MarkedKind, id: string) => [...itemKey(kind, id), "markers"]

/**
 * Queries the markers of a video. The key begins with the video's key, so that the markers reload together with the
 * video.
 */
export const useMarkers = (videoId: () => string) =>
  useQuery({
    key: () => keyOf("video", videoId()),
    query: ({ signal }) => api.markers.list({ path: { id: videoId() }, signal })
  })
export const useTrackMarkers = (id: () => string) =>
  useQuery({
    key: () => keyOf("track", id()),
    query: ({ signal }) => api.trackMarkers.list({ path: { id: id() }, signal })
  })

export type MarkerChange =
  | { readonly act: "add"; readonly marker: NewMarker }
  | { readonly act: "change"; readonly markerId: string; readonly patch: MarkerPatch }
  | { readonly act: "remove"; readonly markerId: string }

const send = (kind: MarkedKind, id: string, change: MarkerChange): Promise<unknown> => {
  const own = kind === "video" ? api.markersAdmin : api.trackMarkersAdmin
  switch (change.act) {
    case "add":
      return own.add({ path: { id }, body: change.marker })
    case "change":
      return own.change({ path: { id, markerId: change.markerId }, body: change.patch })
    case "remove":
      return own.remove({ path: { id, markerId: change.markerId } })
  }
}

export const useChangeMarkers = (id: () => string, kind: MarkedKind = "video") => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (change: MarkerChange) => send(kind, id(), change),
    onSuccess: () => {
      refresh(cache, { key: keyOf(kind, id()) })
      refresh(cache, { key: ["markers"] })
    }
  })
}

export interface WallFilter {
  readonly q?: string
  readonly sort?: "title" | "random"
}

const PER_PAGE = 60

/** Loads the markers of all videos. Further pages load on request. */
export const useMarkerWall = (filter: () => WallFilter) => {
  const query = useQuery({
    key: () => ["markers", JSON.stringify(filter())],
    query: ({ signal }) => api.markers.wall({ query: { ...filter(), perPage: PER_PAGE }, signal })
  })
  const more = shallowRef<ReadonlyArray<WallMarker>>([])
  const isLoading = shallowRef(false)
  const error = shallowRef<unknown>()
  watch(
    () => query.data.value,
    () => (more.value = [])
  )
  const items = computed(() => [...(query.data.value?.items ?? []), ...more.value])
  const hasMore = computed(() => items.value.length < (query.data.value?.total ?? 0))
  const showMore = async (): Promise<void> => {
    const first = query.data.value
    isLoading.value = true
    error.value = undefined
    try {
      const page = Math.floor(items.value.length / PER_PAGE) + 1
      const next = await api.markers.wall({ query: { ...filter(), perPage: PER_PAGE, page } })
      if (query.data.value === first) more.value = [...more.value, ...next.items]
    } catch (failure) {
      error.value = failure
    } finally {
      isLoading.value = false
    }
  }
  return { query, items, hasMore, showMore, isLoading, error }
}

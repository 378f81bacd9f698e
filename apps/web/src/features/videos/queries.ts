import { api } from "@/api"
import type { Video, VideoPatch, VideoSummary } from "@media/features/videos/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { usePagedList } from "@/lib/usePagedList"
import type { VideoFilter } from "./filter"
import { refresh } from "@/lib/queryCache"

export const useVideo = (id: () => string) =>
  useQuery({
    key: () => ["video", id()],
    query: ({ signal }) => api.videos.get({ path: { id: id() }, signal })
  })

export const useVideoList = (filter: () => VideoFilter) =>
  usePagedList<VideoSummary>({
    key: () => ["videos", { ...filter() }],
    load: (page, perPage, signal) => api.videos.list({ query: { ...filter(), page, perPage }, signal })
  })

/** How many match now, regardless of the list on screen. */
export const countVideos = async (filter: VideoFilter): Promise<number> =>
  (await api.videos.list({ query: { ...filter, page: 1, perPage: 1 } })).total

export const readVideo = (id: string): Promise<Video> => api.videos.get({ path: { id } })

export const useRecentVideos = (libraryId: () => string, count: number) =>
  useQuery({
    key: () => ["recent", libraryId()],
    query: ({ signal }) =>
      api.videos.list({
        query: { libraryId: libraryId(), sort: "createdAt", order: "desc", perPage: count },
        signal
      })
  })

export const useUpdateVideo = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: ({ id, patch }: { id: string; patch: VideoPatch }) =>
      api.videos.update({ path: { id }, body: patch }),
    onSuccess: (video) => {
      cache.setQueryData(["video", video.id], video)
      refresh(cache, { key: ["videos"] }, false)
      refresh(cache, { key: ["recent"] })
    }
  })
}

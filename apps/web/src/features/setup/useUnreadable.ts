import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import { countVideos } from "@/features/videos/queries"

/** How many files of a library could not be read as videos; 0 without a library. */
export const useUnreadable = (libraryId: () => string | undefined) => {
  const query = useQuery({
    key: () => ["videos", "unreadable", libraryId() ?? ""],
    query: () => countVideos({ sort: "createdAt", order: "desc", libraryId: libraryId(), status: "failed" }),
    enabled: () => libraryId() !== undefined
  })
  return { count: computed(() => query.data.value ?? 0), refetch: query.refetch }
}

import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import { api } from "@/api"
import { listKey } from "@/features/items/keys"

/** How many files of a library could not be read as videos; 0 without a library. */
export const useUnreadable = (libraryId: () => string | undefined) => {
  const query = useQuery({
    key: () => [...listKey("video"), "unreadable", libraryId() ?? ""],
    query: async () =>
      (await api.videos.list({ query: { libraryId: libraryId(), status: "failed", perPage: 1 } })).total,
    enabled: () => libraryId() !== undefined
  })
  return { count: computed(() => query.data.value ?? 0), refetch: query.refetch }
}

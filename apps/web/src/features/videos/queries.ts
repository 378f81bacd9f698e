import { api } from "@/api"
import { useQuery } from "@pinia/colada"
import { itemKey } from "@/features/items/keys"

export const useVideo = (id: () => string, isWanted: () => boolean = () => true) =>
  useQuery({
    key: () => itemKey("video", id()),
    query: ({ signal }) => api.videos.get({ path: { id: id() }, signal }),
    enabled: isWanted
  })

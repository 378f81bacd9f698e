import { useMutation, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { itemKey } from "@/features/items/keys"
import { refresh } from "@/lib/queryCache"

/** Queues another examination of the file: the first was cancelled, or its failure may be gone. */
export const useExamineVideo = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => api.videosAdmin.examine({ path: { id } }),
    onSettled: (_answer, _fault, id) => refresh(cache, { key: itemKey("video", id) })
  })
}

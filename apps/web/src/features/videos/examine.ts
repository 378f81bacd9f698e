import { useMutation, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

/** Has the file examined (again): a first look that was cancelled, or a reason that may have passed. */
export const useExamineVideo = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => api.videosAdmin.examine({ path: { id } }),
    onSettled: (_answer, _fault, id) => refresh(cache, { key: ["video", id] })
  })
}

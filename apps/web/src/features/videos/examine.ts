import { useMutation, useQueryCache } from "@pinia/colada"
import { api, asApiError } from "@/api"
import { messages } from "@/features/items/itemMessages"
import { itemKey } from "@/features/items/keys"
import { translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"

/** Queues another examination of the file: the first was cancelled, or its failure may be gone. */
export const useExamineVideo = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => api.videosAdmin.examine({ path: { id } }),
    onSettled: (_answer, _fault, id) => {
      refresh(cache, { key: itemKey("video", id) })
      refresh(cache, { key: ["jobs", "item", id] })
    }
  })
}

/** The same for a button: says that it was queued, or why not. */
export const useExamineNow = (id: () => string) => {
  const { asyncStatus, mutateAsync } = useExamineVideo()
  const examine = async (): Promise<void> => {
    try {
      await mutateAsync(id())
      toast(translate(messages, "examining"))
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    }
  }
  return { asyncStatus, examine }
}

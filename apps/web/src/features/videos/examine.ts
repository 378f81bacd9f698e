import { useMutation, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { itemKey } from "@/features/items/keys"
import { messages } from "@/features/items/page/itemMessages"
import { translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { useAttempt } from "@/lib/useAttempt"
import { toast } from "@/ui/toasts"

const useExamineVideo = () => {
  const cache = useQueryCache()
  return useMutation({
    mutation: (id: string) => api.videosAdmin.examine({ path: { id } }),
    onSettled: (_answer, _fault, id) => {
      refresh(cache, { key: itemKey("video", id) })
      refresh(cache, { key: ["jobs", "item", id] })
    }
  })
}

/**
 * Queues another examination of a file, and shows a message. Used if the first examination was canceled, or failed for
 * a reason that may be temporary.
 */
export const useExamineNow = (id: () => string) => {
  const { mutateAsync } = useExamineVideo()
  const { attempt, busy } = useAttempt()
  const examine = () =>
    attempt(async () => {
      await mutateAsync(id())
      toast(translate(messages, "examining"))
    })
  return { busy, examine }
}

import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { toast } from "@/ui/toasts"

/** Work begun by a press, `busy` while it lasts; a failure is told as a toast. Answers whether it succeeded. */
export const useAttempt = () => {
  const busy = shallowRef(false)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    try {
      await work()
      return true
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
      return false
    } finally {
      busy.value = false
    }
  }
  return { attempt, busy }
}

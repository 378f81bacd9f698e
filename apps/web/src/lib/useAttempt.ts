import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { toast } from "@/ui/toasts"

/** Runs an action, sets `busy` while it runs, and shows a failure as a toast. Returns whether it succeeded. */
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

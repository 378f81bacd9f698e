import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { toast } from "@/ui/toasts"

/**
 * Returns a function that runs an action, with `busy` set during the run, and shows a failure as a toast. The function
 * returns true if the action succeeded.
 */
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

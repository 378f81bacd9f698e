import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { toast } from "@/ui/toasts"
import { useCancelRun, useRetryRun } from "../queries"

/** Cancel and retry. The run is marked as pending until the server has answered. */
export const useRunActions = () => {
  const busy = shallowRef<ReadonlySet<string>>(new Set())
  const cancel = useCancelRun()
  const retry = useRetryRun()
  const track = async (id: string, act: () => Promise<unknown>): Promise<void> => {
    if (busy.value.has(id)) return
    busy.value = new Set([...busy.value, id])
    try {
      await act()
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    } finally {
      busy.value = new Set([...busy.value].filter((other) => other !== id))
    }
  }
  return {
    busy,
    cancel: (id: string) => track(id, () => cancel.mutateAsync(id)),
    retry: (id: string) => track(id, () => retry.mutateAsync(id))
  }
}

import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { toast } from "@/ui/toasts"
import { useCancelRun, useRetryRun } from "../queries"

/** Provides actions that cancel and retry runs. A run counts as busy until the server has responded. */
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

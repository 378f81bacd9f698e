import type { Library } from "@media/features/libraries/contract"
import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { plural } from "@/lib/format"
import { toast } from "@/ui/toasts"
import { useScanLibrary } from "./queries"

export const useScanNow = (library: () => Library) => {
  const mutation = useScanLibrary()
  const busy = shallowRef(false)
  const scan = async (): Promise<void> => {
    if (busy.value) return
    busy.value = true
    try {
      const { jobRunIds } = await mutation.mutateAsync(library().id)
      toast(
        jobRunIds.length > 0
          ? `${library().name}: scan of ${plural(jobRunIds.length, "folder")} queued`
          : `${library().name}: every folder is switched off`
      )
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    } finally {
      busy.value = false
    }
  }
  return { busy, scan }
}

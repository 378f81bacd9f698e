import type { Library } from "@media/features/libraries/contract"
import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { messages } from "./messages"
import { useScanLibrary } from "./queries"

export const useScanNow = (library: () => Library | undefined) => {
  const mutation = useScanLibrary()
  const busy = shallowRef(false)
  const scan = async (): Promise<void> => {
    const scanned = library()
    if (busy.value || !scanned) return
    busy.value = true
    try {
      const { jobRunIds } = await mutation.mutateAsync(scanned.id)
      toast(translate(messages, jobRunIds.length > 0 ? "scanningNamed" : "scanOff", { name: scanned.name }))
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    } finally {
      busy.value = false
    }
  }
  return { busy, scan }
}

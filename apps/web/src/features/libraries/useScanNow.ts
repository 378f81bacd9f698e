import type { Library } from "@media/features/library/libraries/contract"
import { translate } from "@/lib/messages"
import { useAttempt } from "@/lib/useAttempt"
import { toast } from "@/ui/toasts"
import { messages } from "./messages"
import { useScanLibrary } from "./queries"

export const useScanNow = (library: () => Library | undefined) => {
  const mutation = useScanLibrary()
  const { attempt, busy } = useAttempt()
  const scan = () =>
    attempt(async () => {
      const scanned = library()
      if (!scanned) return
      const { jobRunIds } = await mutation.mutateAsync(scanned.id)
      toast(translate(messages, jobRunIds.length > 0 ? "scanningNamed" : "scanOff", { name: scanned.name }))
    })
  return { busy, scan }
}

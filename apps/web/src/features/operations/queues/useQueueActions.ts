import { asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { messages } from "../messages"
import { useQueueMutations } from "../queries"

/** Provides the actions on a queue. Each action reports its result in a toast. */
export const useQueueActions = () => {
  const { pause, resume, run } = useQueueMutations()
  const attempt = async (act: () => Promise<string>): Promise<void> => {
    try {
      toast(await act())
    } catch (fault) {
      toast(asApiError(fault).message, "bad")
    }
  }
  return {
    run: (name: string) =>
      attempt(async () => {
        const { enqueued, skipped } = await run.mutateAsync(name)
        if (enqueued === 0) return translate(messages, skipped > 0 ? "alreadyQueued" : "nothingToProcess")
        const queued = translate(messages, "queuedNow", { count: enqueued })
        return skipped > 0 ? translate(messages, "queuedBefore", { queued, count: skipped }) : queued
      }),
    pause: (name: string) =>
      attempt(async () => (await pause.mutateAsync(name), translate(messages, "queuePaused"))),
    resume: (name: string) =>
      attempt(async () => (await resume.mutateAsync(name), translate(messages, "queueResumed")))
  }
}

import { asApiError } from "@/api"
import { plural } from "@/lib/format"
import { toast } from "@/ui/toasts"
import { useQueueMutations } from "./queries"

/** The actions on a queue; each reports its outcome. */
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
        if (enqueued === 0) return skipped > 0 ? "Already queued" : "Nothing to process"
        return `${plural(enqueued, "job")} queued${skipped > 0 ? `, ${skipped.toLocaleString()} already there` : ""}`
      }),
    pause: (name: string) =>
      attempt(async () => (await pause.mutateAsync(name), "Queue paused. Running jobs finish.")),
    resume: (name: string) => attempt(async () => (await resume.mutateAsync(name), "Queue resumed"))
  }
}

import type { UndoReport } from "@media/features/app/undo/shapes"
import { api } from "@/api"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { messages } from "./undoMessages"

const POLL_MS = 1_000

/**
 * Waits until an undo that runs as a job has finished, and returns its final report. If the undo did not need a job,
 * returns the report unchanged.
 */
export const finishedUndo = async (report: UndoReport): Promise<UndoReport> => {
  const { batchId } = report
  if (!report.isRunning || batchId === null) return report
  toast(translate(messages, "undoing"))
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const { changed, skippedCount, state } = await api.undo.batch({ path: { id: batchId } })
    if (state === "failed") throw new Error(translate(messages, "jobFailed"))
    if (state === "done") return { ...report, undone: changed, skippedCount, isRunning: false }
  }
}

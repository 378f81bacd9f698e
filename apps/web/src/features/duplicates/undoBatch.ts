import { api } from "@/api"
import { finishedUndo } from "@/features/history/finishedUndo"

/**
 * Restores all items that a batch removed. Returns one message for each item that could not be restored. The message is
 * empty if the reason is unknown.
 */
export const undoBatch = async (batchId: string): Promise<ReadonlyArray<string>> => {
  const { skipped, skippedCount } = await finishedUndo(await api.undo.undo({ body: { batchId } }))
  const reasons = skipped.map(({ reason }) => reason)
  // If the undo ran as a job, the report contains the number of skipped items, but not their reasons.
  return [...reasons, ...Array.from({ length: skippedCount - reasons.length }, () => "")]
}

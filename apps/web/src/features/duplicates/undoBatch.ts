import { api } from "@/api"
import { finishedUndo } from "@/features/history/finishedUndo"

/**
 * Restores all items that a batch removed. Returns a message for each item that could not be restored, which is empty
 * if the reason is unknown.
 */
export const undoBatch = async (batchId: string): Promise<ReadonlyArray<string>> => {
  const { skipped, skippedCount } = await finishedUndo(await api.undo.undo({ body: { batchId } }))
  const reasons = skipped.map(({ reason }) => reason)
  // If a job performed the undo, the report contains the number of skipped items, but not their reasons.
  return [...reasons, ...Array.from({ length: skippedCount - reasons.length }, () => "")]
}

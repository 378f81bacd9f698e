import { api } from "@/api"
import { finishedUndo } from "@/features/history/finishedUndo"

/** Restores everything that was removed at once. Answers what could not be restored, as messages. */
export const undoBatch = async (batchId: string): Promise<ReadonlyArray<string>> => {
  const { skipped, skippedCount } = await finishedUndo(await api.undo.undo({ body: { batchId } }))
  const reasons = skipped.map(({ reason }) => reason)
  // A job reports only how many were left.
  return [...reasons, ...Array.from({ length: skippedCount - reasons.length }, () => "")]
}

import { api } from "@/api"
import { finishedUndo } from "@/features/history/finishedUndo"

/** Restores everything that was removed together. Returns messages about items that could not be restored. */
export const undoBatch = async (batchId: string): Promise<ReadonlyArray<string>> => {
  const { skipped, skippedCount } = await finishedUndo(await api.undo.undo({ body: { batchId } }))
  const reasons = skipped.map(({ reason }) => reason)
  // A job reports only the number of these items.
  return [...reasons, ...Array.from({ length: skippedCount - reasons.length }, () => "")]
}

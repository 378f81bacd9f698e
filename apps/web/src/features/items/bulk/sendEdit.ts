import type { ItemTarget } from "@media/features/app/bulk/contract"
import { api } from "@/api"
import type { BulkAnswer, BulkWatch } from "./bulk"

type EditBody = Parameters<typeof api.bulk.edit>[0]["body"]
/** The changes of an edit. `since` is the position in the event log at which the form loaded the current values. */
export type Edit = Pick<EditBody, "changes" | "since" | "onLocked" | "onConflict">
/** The result of a dry run. */
export type Trial = Awaited<ReturnType<typeof api.bulk.edit>>
/**
 * Timeout in milliseconds. Changing thousands of rows takes a second on a fast disk, but may take minutes on a slow
 * one.
 */
const timeoutMs = 120_000
const pollMs = 500

const messageOf = ({ field, message }: Trial["skipped"][number]): string =>
  field === null ? message : `${field}: ${message}`
const leftAlone = (skipped: Trial["skipped"]): BulkAnswer["failed"] =>
  skipped.map((each) => ({ id: each.id, title: each.title, message: messageOf(each) }))

/**
 * Waits until the job of a large edit has finished, and stops the job if the user asks for it. The batch can be undone
 * even while the job is running.
 */
const finished = async (answer: Trial, { isStopped, onPercent }: BulkWatch): Promise<BulkAnswer> => {
  const path = { id: answer.batchId }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const { changed, percent, skipped, skippedCount, state, unchanged } = await api.undo.batch({ path })
    onPercent?.(percent)
    const failed = leftAlone(skipped)
    if (state !== "running")
      return {
        ...answer,
        changed,
        unchanged,
        failedCount: skippedCount,
        failed,
        isPartial: state === "failed"
      }
    if (isStopped?.() === true) await api.undo.stop({ path })
  }
}

/** Sends an edit. If the server processes the edit as a job, waits until the job has finished. */
export const sendEdit = async (
  changes: Edit,
  target: ItemTarget,
  watch: BulkWatch = {}
): Promise<BulkAnswer> => {
  const answer = await api.bulk.edit({ body: { ...target, ...changes }, timeoutMs })
  if (answer.isRunning) return finished(answer, watch)
  return {
    ...answer,
    failedCount: answer.failedCount + answer.lockedCount + answer.conflictCount,
    failed: leftAlone(answer.skipped)
  }
}

/** Returns the changes that an edit would make, without making them. */
export const tryEdit = (changes: Edit, target: ItemTarget): Promise<Trial> =>
  api.bulk.edit({ body: { ...target, ...changes, dryRun: true, isTried: true }, timeoutMs })

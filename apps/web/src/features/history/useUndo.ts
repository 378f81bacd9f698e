import { useQueryCache } from "@pinia/colada"
import { shallowRef } from "vue"
import type { UndoReport } from "@media/features/app/undo/shapes"
import { api, asApiError } from "@/api"
import { expectItems } from "@/lib/expectedItems"
import { translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import { finishedUndo } from "./finishedUndo"
import { offerRevert } from "./lastUndo"
import { messages } from "./undoMessages"

type UndoBody = Parameters<typeof api.undo.undo>[0]["body"]
/** The change to undo: a single event, or a whole batch. */
export type UndoneChange = Pick<UndoBody, "batchId" | "eventPosition">
export type SkippedValue = UndoReport["skipped"][number]

/** Timeout of an undo in milliseconds. Undoing changes to thousands of items takes several seconds. */
const timeoutMs = 120_000

/**
 * Undoes changes. Offers undo for the last change by a button in a toast and by a shortcut. Reports values that an undo
 * skipped because they were changed later.
 */
export const useUndo = () => {
  const cache = useQueryCache()
  const isBusy = shallowRef(false)
  /** The values that an undo skipped, and the change that was being undone. */
  const conflict = shallowRef<{
    readonly change: UndoneChange
    readonly skipped: ReadonlyArray<SkippedValue>
  }>()

  const told = (report: UndoReport): void => {
    const { batchId, skippedCount } = report
    const text =
      skippedCount === 0
        ? translate(messages, "undone")
        : translate(messages, "skipped", { count: skippedCount })
    if (batchId !== null) offer(text, { batchId }, "redo")
    else toast(text)
  }

  const undo = async (change: UndoneChange, force?: ReadonlyArray<string>): Promise<void> => {
    isBusy.value = true
    expectItems()
    try {
      const body = { ...change, ...(force === undefined ? {} : { force: [...force] }) }
      // A batch skips values that were changed later, but a single change is undone completely or not at all. Therefore
      // a dry run first looks for conflicts.
      const isSingle = change.eventPosition !== undefined && force === undefined
      const expected = isSingle ? await api.undo.undo({ body: { ...body, dryRun: true } }) : undefined
      if (expected !== undefined && expected.skippedCount > 0) {
        conflict.value = { change, skipped: expected.skipped }
        return
      }
      const report = await finishedUndo(await api.undo.undo({ body, timeoutMs }))
      conflict.value = report.skipped.length === 0 ? undefined : { change, skipped: report.skipped }
      told(report)
    } catch (fault) {
      toast(translate(messages, "undoFailed", { reason: asApiError(fault).message }), "bad")
    } finally {
      isBusy.value = false
      refresh(cache)
    }
  }

  const offer = (text: string, change: UndoneChange, label: "undo" | "redo" = "undo"): void =>
    offerRevert(text, translate(messages, label), () => undo(change))

  return {
    undo,
    offer,
    isBusy,
    conflict
  }
}

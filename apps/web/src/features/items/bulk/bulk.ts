import type { ItemsChanged, ItemTarget } from "@media/features/app/bulk/contract"
import type { Selection } from "../selection/selection"

/** The items that an action applies to, and their number. */
export interface BulkSelection {
  readonly selection: Selection
  /** The filter of the list in which the selection was made. */
  readonly filter: NonNullable<ItemTarget["filter"]>
}
/** The response to one request of an action. */
export type BulkAnswer = Pick<
  ItemsChanged,
  "batchId" | "matched" | "changed" | "unchanged" | "failedCount" | "failed"
> & {
  readonly next?: ItemsChanged["next"]
  /** A job was stopped or failed before its end. */
  readonly isPartial?: boolean
}
/** Receives the progress of a long action, and decides whether it should stop. */
export interface BulkWatch {
  readonly onPercent?: (percent: number) => void
  readonly isStopped?: () => boolean
}
/** Sends one request of an action. */
export type SendBulk = (target: ItemTarget, watch?: BulkWatch) => Promise<BulkAnswer>

export interface BulkResult {
  readonly changed: number
  readonly unchanged: number
  readonly failedCount: number
  readonly failed: BulkAnswer["failed"]
  /** The action was stopped, or a request failed, before all items were done. */
  readonly isPartial: boolean
  /** The batch whose undo reverts the whole action. */
  readonly batchId?: string
}
export interface BulkRun {
  readonly send: SendBulk
  /** The number of items that the user confirmed. */
  readonly expected: number
  readonly onProgress: (result: BulkResult, percentOfNext?: number) => void
  readonly isStopped: () => boolean
}

/** The maximum number of ids per request. */
const AT_ONCE = 5_000
/** The dialog lists at most this many failures. */
const LISTED = 500

const chunks = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_unused, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE)
  )

const matching = ({ filter, selection }: BulkSelection): ItemTarget => ({
  filter,
  ...(selection._tag === "matching" && selection.except.size > 0 ? { except: [...selection.except] } : {})
})

/** The items whose present values are loaded. Of individually selected items, only the first few thousand. */
export const valuesTarget = (chosen: BulkSelection): ItemTarget =>
  chosen.selection._tag === "matching"
    ? matching(chosen)
    : { ids: [...chosen.selection.ids].slice(0, AT_ONCE) }

/** The number of selected items that still exist. */
export const countSelection = async (chosen: BulkSelection, send: SendBulk): Promise<number> => {
  const { selection } = chosen
  if (selection._tag === "matching") return (await send({ ...matching(chosen), dryRun: true })).matched
  const counts = await Promise.all(chunks([...selection.ids]).map((ids) => send({ ids, dryRun: true })))
  return counts.reduce((sum, { matched }) => sum + matched, 0)
}

const nothingYet: BulkResult = { changed: 0, unchanged: 0, failedCount: 0, failed: [], isPartial: false }
const add = (so: BulkResult, answer: BulkAnswer): BulkResult => ({
  changed: so.changed + answer.changed,
  unchanged: so.unchanged + answer.unchanged,
  failedCount: so.failedCount + answer.failedCount,
  failed: [...so.failed, ...answer.failed].slice(0, LISTED),
  isPartial: answer.isPartial ?? false,
  batchId: answer.batchId
})

/**
 * Sends as many requests as the selection needs, one after another. Fails only if the first one fails; if a later one
 * fails, the result covers the completed ones.
 */
export const runBulk = async (chosen: BulkSelection, run: BulkRun): Promise<BulkResult> => {
  const { expected, isStopped, onProgress, send } = run
  const { selection } = chosen
  const targets: Array<ItemTarget> =
    selection._tag === "matching"
      ? [{ ...matching(chosen), expected }]
      : chunks([...selection.ids]).map((ids) => ({ ids }))
  let result = nothingYet
  let batchId: string | undefined
  for (let target = targets.shift(); target; target = targets.shift()) {
    if (isStopped()) return { ...result, isPartial: true }
    try {
      const answer = await send(batchId === undefined ? target : { ...target, batchId }, {
        isStopped,
        onPercent: (percent) => onProgress(result, percent)
      })
      batchId = answer.batchId
      result = add(result, answer)
      if (result.isPartial) return result
      if (answer.next) targets.push({ ...target, cursor: answer.next })
    } catch (fault) {
      if (batchId === undefined) throw fault
      return { ...result, isPartial: true }
    }
    onProgress(result)
  }
  return result
}

import type { ItemsChanged, ItemTarget } from "@media/features/app/bulk/contract"
import type { Selection } from "../selection/selection"

/** The items that an action applies to. */
export interface BulkSelection {
  readonly selection: Selection
  /** The filter of the list in which the selection was made. */
  readonly filter: NonNullable<ItemTarget["filter"]>
}
/** The response to one request of a bulk action. */
export type BulkAnswer = Pick<
  ItemsChanged,
  "batchId" | "matched" | "changed" | "unchanged" | "failedCount" | "failed"
> & {
  readonly next?: ItemsChanged["next"]
  /** True if the action ran as a job that failed or was stopped before it finished. */
  readonly isPartial?: boolean
}
/** Callbacks to show the progress of a long action and to stop it. */
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
  /** True if the action was stopped or a request failed before all items were processed. */
  readonly isPartial: boolean
  /** The batch to which all requests belong. Undoing it reverts the whole action. */
  readonly batchId?: string
}
export interface BulkRun {
  readonly send: SendBulk
  /** The number of items in the confirmation dialog. The server rejects the action if the number has changed. */
  readonly expected: number
  readonly onProgress: (result: BulkResult, percentOfNext?: number) => void
  readonly isStopped: () => boolean
}

/** Maximum number of ids in one request. */
const AT_ONCE = 5_000
/** Maximum number of failures that the dialog lists. */
const LISTED = 500

const chunks = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_unused, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE)
  )

const matching = ({ filter, selection }: BulkSelection): ItemTarget => ({
  filter,
  ...(selection._tag === "matching" && selection.except.size > 0 ? { except: [...selection.except] } : {})
})

/**
 * Returns the target for loading the current values of the fields. If items were selected individually, it includes
 * only the first 5,000.
 */
export const valuesTarget = (chosen: BulkSelection): ItemTarget =>
  chosen.selection._tag === "matching"
    ? matching(chosen)
    : { ids: [...chosen.selection.ids].slice(0, AT_ONCE) }

/** Returns the number of selected items that still exist. */
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
 * Sends the requests for a selection one after another. Throws only if the first request fails. If a later one fails,
 * returns the result of the completed requests.
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

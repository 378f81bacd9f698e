import { shallowRef } from "vue"
import { asApiError } from "@/api"
import { type BulkResult, type BulkSelection, countSelection, runBulk, valuesTarget } from "./bulk"
import type { BulkAct } from "./bulkActs"
import type { Trial } from "./sendEdit"

export type BulkState =
  | { readonly step: "idle" }
  /** The state while the confirmation is open. `count` is undefined until the server has counted the items. */
  | {
      readonly step: "asking"
      readonly act: BulkAct
      readonly count: number | undefined
      readonly trial?: Trial
    }
  | { readonly step: "running"; readonly act: BulkAct; readonly total: number; readonly done: number }
  | { readonly step: "done"; readonly act: BulkAct; readonly result: BulkResult }

/** Changes to user state need no confirmation for up to this many items, because they are easy to undo. */
const UNASKED = 50

export interface BulkOptions {
  readonly selection: () => BulkSelection
  readonly count: () => number
  /** Called when an action has finished, while the list reloads. */
  readonly onDone: (result: BulkResult, act: BulkAct) => void
  readonly onFailed: (message: string) => void
}

/**
 * Runs actions on a selection: asks for confirmation with the number of items, sends the requests one after another,
 * and reports failures.
 */
export const useBulk = ({ count, onDone, onFailed, selection }: BulkOptions) => {
  const state = shallowRef<BulkState>({ step: "idle" })
  let isStopped = false

  const ask = async (act: BulkAct): Promise<void> => {
    const asking: BulkState = { step: "asking", act, count: undefined }
    state.value = asking
    try {
      const counted = await countSelection(selection(), act.send)
      const trial = counted === 0 ? undefined : await act.tryOut?.(valuesTarget(selection()))
      if (state.value === asking)
        state.value = { ...asking, count: counted, ...(trial === undefined ? {} : { trial }) }
    } catch (fault) {
      if (state.value !== asking) return
      state.value = { step: "idle" }
      onFailed(asApiError(fault).message)
    }
  }

  const run = async (act: BulkAct, expected: number): Promise<void> => {
    isStopped = false
    state.value = { step: "running", act, total: expected, done: 0 }
    try {
      const result = await runBulk(selection(), {
        send: act.send,
        expected,
        isStopped: () => isStopped,
        onProgress: ({ changed, failedCount, unchanged }, percentOfNext = 0) => {
          const before = changed + unchanged + failedCount
          const done = before + Math.floor(((expected - before) * percentOfNext) / 100)
          state.value = { step: "running", act, total: expected, done: Math.max(0, done) }
        }
      })
      state.value = { step: "done", act, result }
      onDone(result, act)
    } catch (fault) {
      const error = asApiError(fault)
      // The number of matching items has changed since the confirmation, so the user has to confirm again.
      if (error.code === "selection_changed") return ask(act)
      state.value = { step: "idle" }
      onFailed(error.message)
    }
  }

  return {
    state,
    /** Starts an action. Asks for a confirmation first if the action needs one. */
    start: (act: BulkAct): Promise<void> | undefined => {
      if (state.value.step === "running" || count() === 0) return undefined
      const isAsked = act.isAdmin === true || count() > UNASKED || selection().selection._tag === "matching"
      return isAsked ? ask(act) : run(act, count())
    },
    confirm: (isOverwriting = false): Promise<void> | undefined => {
      if (state.value.step !== "asking" || state.value.count === undefined) return undefined
      const { act, count: expected } = state.value
      return run((isOverwriting ? act.overwriting?.() : undefined) ?? act, expected)
    },
    stop: (): void => void (isStopped = true),
    reset: (): void => void (state.value = { step: "idle" })
  }
}

import { onScopeDispose, watch } from "vue"
import { useLive } from "@/live"
import type { JobsBoard } from "@/live/jobsBoard"
import { knownFilter, runMatches, type RunFilter } from "./runs/filterText"

const SETTLE_MS = 250
/** Minimum time between reloads of rows. A message has 50 KB, and the server allows two messages per second. */
const REFILL_MS = 2_000
/** Number of rows that may be missing without a reload, because counts may be half a second ahead of the rows. */
const COUNTS_BEHIND = 20
let lastView = 0

/** Subscribes to the jobs on screen while the page is mounted. Requests more rows when most jobs have finished. */
export const useJobsView = (board: JobsBoard, filter: () => RunFilter, limit: () => number): void => {
  const live = useLive()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    const known = knownFilter(filter())
    const id = `view-${++lastView}`
    board.expectView(id, runMatches(known), known.status)
    live.setView({ id, limit: limit(), ...known })
  }
  send()
  watch(
    () => JSON.stringify([filter(), limit()]),
    () => {
      clearTimeout(timer)
      timer = setTimeout(send, SETTLE_MS)
    }
  )
  const isThin = (): boolean => {
    const { status } = filter()
    if (status !== undefined && status !== "active" && status !== "queued") return false
    const { queued, retrying, started } = board.viewTotals.value
    const missing = queued + started + retrying - board.activeCount()
    return missing > COUNTS_BEHIND && board.activeCount() < limit() / 2
  }
  const refill = setInterval(() => {
    if (board.ready.value && !board.isHeld() && isThin()) send()
  }, REFILL_MS)
  onScopeDispose(() => {
    clearTimeout(timer)
    clearInterval(refill)
    live.setView(null)
  })
}

import { onScopeDispose, watch } from "vue"
import { useLive } from "@/live"
import type { JobsBoard } from "@/live/jobsBoard"
import { knownFilter, runMatches, type RunFilter } from "./runs/filterText"

const SETTLE_MS = 250
/**
 * Interval in milliseconds at which the page checks for missing rows and requests them. Each request makes the server
 * send a snapshot of 50 KB, and the server accepts at most 20 messages from a client in 10 seconds.
 */
const REFILL_MS = 2_000
/**
 * Number of rows that may be missing without a request for them. Counts arrive up to half a second before the rows, so
 * some rows may be missing for that time.
 */
const COUNTS_BEHIND = 20
let lastView = 0

/**
 * Tells the server which jobs are on screen while the page is mounted, so that it sends their changes. Requests more
 * rows when most of the jobs have finished.
 */
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

import { onScopeDispose, watch } from "vue"
import { useLive } from "@/live"
import { jobsBoard } from "../live"
import { runMatches, type RunFilter } from "../filterText"

const SETTLE_MS = 250
let lastView = 0

/** Subscribes to the runs on screen while the page is mounted. */
export const useJobsView = (filter: () => RunFilter, limit: () => number): void => {
  const live = useLive()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    const { q, queue, status } = filter()
    const id = `view-${++lastView}`
    jobsBoard.expectView(id, runMatches({ q, queue, status }))
    live.setView({
      id,
      limit: limit(),
      ...(status ? { status } : {}),
      ...(queue ? { queue } : {}),
      ...(q ? { q } : {})
    })
  }
  send()
  watch(
    () => JSON.stringify([filter(), limit()]),
    () => {
      clearTimeout(timer)
      timer = setTimeout(send, SETTLE_MS)
    }
  )
  onScopeDispose(() => {
    clearTimeout(timer)
    live.setView(null)
  })
}

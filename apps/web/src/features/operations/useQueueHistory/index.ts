import { onScopeDispose, shallowRef } from "vue"
import { jobsBoard } from "../live"

const EVERY_MS = 2_000
/** Two minutes. */
const SAMPLES = 60

/** How full each queue was while the page has been open; the sparklines are drawn from it. */
export const useQueueHistory = () => {
  const samples = new Map<string, number[]>()
  const tick = shallowRef(0)
  const sample = (): void => {
    for (const queue of jobsBoard.queues()) {
      const series = samples.get(queue.name) ?? []
      series.push(queue.queued + queue.started)
      samples.set(queue.name, series.slice(-SAMPLES))
    }
    tick.value += 1
  }
  sample()
  const timer = setInterval(sample, EVERY_MS)
  onScopeDispose(() => clearInterval(timer))
  return {
    of: (name: string): ReadonlyArray<number> => {
      void tick.value
      return samples.get(name) ?? []
    }
  }
}

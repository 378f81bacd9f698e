import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"

/** Time for pending calls to answer while another one hangs, before the seconds pass. */
const graceMillis = 250

/**
 * Runs `work` with seconds that pass immediately as soon as one more call hangs: eleven, because `FileCalls` waits for
 * ten. `hung` counts hanging calls.
 */
export const withoutWaiting = async <A>(hung: () => number, work: () => Promise<A>): Promise<A> => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let isDone = false
  const passTime = async () => {
    let seen = 0
    while (!isDone) {
      if (hung() > seen) {
        seen = hung()
        // Calls that begin from now on are one second younger, and expire one second later.
        vi.advanceTimersByTime(1_000)
        await sleep(graceMillis)
        vi.advanceTimersByTime(10_000)
      }
      await sleep(5)
    }
  }
  const passing = passTime()
  try {
    return await work()
  } finally {
    isDone = true
    await passing
    vi.useRealTimers()
  }
}

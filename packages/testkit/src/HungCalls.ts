import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"

/** Time in milliseconds that pending calls get to finish before the clock is advanced. */
const graceMillis = 250

/**
 * Runs `work` with a fake clock. Whenever a call begins to hang, advances the clock by eleven seconds, because
 * `FileCalls` gives up after ten seconds. `hung` returns the number of hanging calls.
 */
export const withoutWaiting = async <A>(hung: () => number, work: () => Promise<A>): Promise<A> => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let isDone = false
  const passTime = async () => {
    let seen = 0
    while (!isDone) {
      if (hung() > seen) {
        seen = hung()
        // Calls that begin from now on are one second younger, so they time out one second later.
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

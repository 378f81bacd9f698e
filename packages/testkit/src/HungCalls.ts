import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"

/** Calls that are under way while another one hangs have so long to answer before the seconds pass. */
const graceMillis = 250

/**
 * Does `work` while the seconds of every interval pass at once as soon as one more call hangs: eleven,
 * for `FileCalls` waits for ten. `hung` counts the calls that hang.
 */
export const withoutWaiting = async <A>(hung: () => number, work: () => Promise<A>): Promise<A> => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  let isDone = false
  const passTime = async () => {
    let seen = 0
    while (!isDone) {
      if (hung() > seen) {
        seen = hung()
        // What begins from here on is a second younger, and keeps its time.
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

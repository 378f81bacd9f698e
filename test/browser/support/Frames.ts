import type { Page } from "playwright-core"

/** Returns the times between frames in milliseconds, while the page is forced to render continuously. */
export const framesOf = async (page: Page, seconds: number) => {
  const gaps = (
    await page.evaluate<ReadonlyArray<number>>(`new Promise((resolve) => {
      const gaps = []
      let last = performance.now()
      const end = last + ${seconds} * 1000
      const next = (now) => {
        gaps.push(now - last)
        last = now
        if (now < end) requestAnimationFrame(next)
        else resolve(gaps.slice(1))
      }
      requestAnimationFrame(next)
    })`)
  ).toSorted((one, other) => one - other)
  const of = (share: number): number => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0
  return { fps: gaps.length / seconds, p50: of(0.5), p95: of(0.95) }
}

/**
 * Returns the share of time in which the main thread of the page was busy although nothing had to be rendered. The time
 * is measured with the clock of this thread. On a loaded machine, a task may wait for a processor, and a wall clock
 * would count this waiting time as busy.
 */
export const busyShare = async (page: Page, seconds: number): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { busy: of("TaskDuration"), now: of("Timestamp") }
  }
  const before = await read()
  await page.waitForTimeout(seconds * 1_000)
  const after = await read()
  await session.detach()
  return (after.busy - before.busy) / (after.now - before.now)
}

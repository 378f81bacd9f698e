import type { Page } from "playwright-core"
import { framesOf } from "./Frames.ts"

const BLANK_SECONDS = 2
const WHEEL_SECONDS = 4
/** Scroll distance of one wheel step in pixels, and pause between two steps in milliseconds. */
const TURN_PX = 120
const TURN_MS = 25

export interface Scrolled {
  /**
   * The 95th percentile of the time in milliseconds between frames on a blank page, measured immediately before the
   * list.
   */
  readonly blankP95: number
  readonly p50: number
  readonly p95: number
  readonly screens: number
  /** CPU time of the page's main thread per frame. Other load on the machine hardly affects this time. */
  readonly frameMillis: number
  /** CPU time of the page's main thread per screen. Slow frames increase the number of frames per screen. */
  readonly screenMillis: number
  /** Number of style recalculations and layouts per screen. */
  readonly styles: number
  readonly layouts: number
}

const wheel = async (page: Page, seconds: number): Promise<void> => {
  const start = performance.now()
  for (let turn = 1; performance.now() < start + seconds * 1_000; turn++) {
    await page.mouse.wheel(0, TURN_PX)
    await page.waitForTimeout(Math.max(0, start + turn * TURN_MS - performance.now()))
  }
}

/** Measures scrolling the list of a page, alternating with a blank page in the same browser. */
export const comparedWithBlank = async (blank: Page, page: Page, turns: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
    const top = await page.evaluate<number>(
      "document.querySelector('main').scrollTop / document.querySelector('main').clientHeight"
    )
    return { top, busy: of("TaskDuration"), styles: of("RecalcStyleCount"), layouts: of("LayoutCount") }
  }
  const found: Array<Scrolled> = []
  for (let turn = 0; turn < turns; turn++) {
    await blank.bringToFront()
    const { p95: blankP95 } = await framesOf(blank, BLANK_SECONDS)
    await page.bringToFront()
    await page.mouse.move(700, 500)
    const before = await read()
    const [{ fps, p50, p95 }] = await Promise.all([framesOf(page, WHEEL_SECONDS), wheel(page, WHEEL_SECONDS)])
    const after = await read()
    const busyMillis = (after.busy - before.busy) * 1_000
    const screens = after.top - before.top
    found.push({
      ...{ blankP95, p50, p95, screens },
      frameMillis: busyMillis / (fps * WHEEL_SECONDS),
      screenMillis: busyMillis / screens,
      styles: (after.styles - before.styles) / screens,
      layouts: (after.layouts - before.layouts) / screens
    })
  }
  await session.detach()
  return found
}

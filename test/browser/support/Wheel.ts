import type { Page } from "playwright-core"
import { framesOf } from "./Frames.ts"

const BLANK_SECONDS = 2
const WHEEL_SECONDS = 4
/** The distance of one turn of the wheel, and the pause between two. */
const TURN_PX = 120
const TURN_MS = 25

export interface Scrolled {
  /** Milliseconds between frames, of a blank page right before. */
  readonly blankP95: number
  readonly p50: number
  readonly p95: number
  readonly screens: number
  /** Processor time of the page's main thread for each frame: what others do on the machine counts little. */
  readonly frameMillis: number
  /** The same for each screen; slow frames make more of them for a screen. */
  readonly screenMillis: number
  /** How often styles and places were computed for each screen. */
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

/** The list of a page under the wheel, in turns with a blank page of the same browser. */
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

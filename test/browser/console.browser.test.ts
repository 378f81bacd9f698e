import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { putVideo } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { judgeNow, rulesOf } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { busyShare, framesOf } from "./support/Frames.ts"
import { serveMadeConsole } from "./support/MadeConsole.ts"
import { useProduct } from "./support/Scenario.ts"

const DAMAGED = 5
const { device, product } = useProduct("console", async (fresh) => {
  for (let n = 0; n < DAMAGED; n++) await putVideo(fresh.media, "corrupt", `Damaged ${n}.mp4`)
  await addMovies(fresh)
  await eventually("the scan ends", async () => (await fresh.videoId("Damaged 4")) !== "", 60_000)
  await fresh.isScanned()
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const isLive = (page: Page): Promise<void> => page.getByText("Live", { exact: true }).waitFor()
/** Returns the number of rows that are completely visible. */
const rowsInView = (page: Page): Promise<number> =>
  page.locator("main [data-index]").evaluateAll(
    (rows) =>
      (rows as ReadonlyArray<unknown>).filter((row) => {
        const { bottom, height, top } = (
          row as { getBoundingClientRect: () => Record<"top" | "bottom" | "height", number> }
        ).getBoundingClientRect()
        const tall = (globalThis as unknown as { innerHeight: number }).innerHeight
        return height > 0 && top >= 0 && bottom <= tall
      }).length
  )

describe("a console with thousands of jobs", () => {
  let made: Awaited<ReturnType<typeof serveMadeConsole>>
  beforeAll(async () => {
    made = await serveMadeConsole(product().port, { queued: 20_000, failed: 3 })
    return made.end
  })
  const open = async (path: string, options: object = WIDE) => {
    const opened = await device(undefined, options)
    await opened.page.goto(`${made.origin}${path}`)
    await isLive(opened.page)
    return opened.page
  }

  it("shows at least twelve rows while the details are open", async () => {
    const page = await open(`/ops/runs/${made.failedIds[0]}`)
    const panel = page.getByRole("complementary", { name: "Job details" })
    await panel.getByText(/^Won’t retry/).waitFor()
    await panel.getByText("And 2 more with the same reason").waitFor()
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(12)
    const row = page.locator("[data-index='4'] a")
    await row.click()
    const name = await row.innerText()
    await panel.getByRole("heading", { name }).waitFor()
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key)
    await panel.getByRole("heading", { name: await page.locator("[data-index='5'] a").innerText() }).waitFor()
    await page.goBack()
    await page.waitForURL(new RegExp(made.failedIds[0]!))
  })

  it("shows the first job above the fold on a phone", async () => {
    const page = await open("/ops", PHONE)
    await page.locator("[data-index='0']").waitFor()
    const box = await page.locator("[data-index='0']").boundingBox()
    expect(box!.y + box!.height).toBeLessThan(844 / 2)
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(8)
    expect(await page.getByLabel("Filter jobs").isVisible()).toBe(false)
    await page.getByRole("button", { name: "Show filter" }).tap()
    await page.getByLabel("Filter jobs").waitFor()
  })

  it("lists running jobs first while other jobs finish", async () => {
    const page = await open("/ops")
    const stop = made.work(60)
    onTestFinished(stop)
    const before = made.totals().completed
    await eventually("more jobs ended than were sent at first", () =>
      Promise.resolve(made.totals().completed > before + 300)
    )
    await eventually("running and queued rows lead", async () => {
      const words = await page.locator("[data-index]").allInnerTexts()
      return (
        words.length > 10 &&
        words.slice(0, 2).every((text) => text.includes("Running")) &&
        words.slice(10).every((text) => text.includes("Queued"))
      )
    })
  })

  it.each(["dark", "light"] as const)(
    "is accessible with all of its dialogs and menus in the %s theme",
    async (colorScheme) => {
      const problems: Array<string> = []
      for (const [name, size] of [
        ["wide", WIDE],
        ["phone", PHONE]
      ] as const) {
        const page = await open("/ops", { ...size, colorScheme, reducedMotion: "reduce" })
        const judge = async (state: string): Promise<void> =>
          void problems.push(...(await judgeNow(page, `${name}, ${state}`, rulesOf(colorScheme))))
        await page.locator("[data-index='0']").waitFor()
        await page.getByRole("button", { name: /idle queues/ }).click()
        await page.getByRole("button", { name: "Throughput" }).click()
        await judge("everything unfolded")
        await page.getByRole("button", { name: "More actions" }).click()
        // Menu entries are disabled and dimmed until their numbers have loaded.
        await page.locator("[role=menuitem]:not([aria-disabled])").first().waitFor()
        await judge("the menu")
        await page.keyboard.press("Escape")
        await page.locator("[data-index='1'] input").click({ force: true })
        await page.getByText("1 selected").waitFor()
        await judge("a selection")
        await page.getByRole("button", { name: "Clear selection" }).click()
        await page.goto(`${made.origin}/ops/runs/${made.failedIds[1]}?status=failed`)
        await page.getByText("And 2 more with the same reason").waitFor()
        await judge("the details")
      }
      expect(problems).toEqual([])
    }
  )

  it("uses little CPU while 25 jobs per second end and 500 messages per second arrive", async () => {
    const page = await open("/ops")
    const blank = await page.context().newPage()
    await page.bringToFront()
    const stop = made.work(25)
    // The first four seconds are not measured, because compiling and first rendering the page do not count as the cost
    // of keeping it open.
    await page.waitForTimeout(4_000)
    const shares: Array<number> = []
    const console25: Array<number> = []
    const baseline: Array<number> = []
    for (let turn = 0; turn < 3; turn++) {
      await blank.bringToFront()
      baseline.push((await framesOf(blank, 2)).p95)
      await page.bringToFront()
      shares.push(await busyShare(page, 4))
      console25.push((await framesOf(page, 3)).p95)
    }
    stop()
    const quiet = made.chatter(500)
    const flooded = await framesOf(page, 4)
    quiet()
    await blank.bringToFront()
    const calm = await framesOf(blank, 2)
    const report = { shares, console25, baseline, flooded, calm }
    process.stdout.write(`  [frames] ${JSON.stringify(report)}\n`)
    // On two cores, the main thread was busy for 10 to 17% of the time, and frames were as fast as on a blank page. The
    // limits are wide, because other programs slow the page down. A page that renders every message exceeds the limits
    // on any machine. The best of three rounds counts.
    expect(Math.min(...shares), JSON.stringify(report)).toBeLessThanOrEqual(0.5)
    expect(Math.min(...console25), JSON.stringify(report)).toBeLessThanOrEqual(4 * Math.max(...baseline))
    expect(flooded.fps, JSON.stringify(report)).toBeGreaterThanOrEqual(Math.min(30, 0.5 * calm.fps))
  })
})

describe("many jobs at once", () => {
  it("groups failures by reason and retries a group", async () => {
    const { page } = await device(undefined, WIDE)
    await page.goto("/ops?status=failed")
    await isLive(page)
    await page.getByRole("button", { name: "Group by reason" }).click()
    const group = page.getByRole("listitem").filter({ hasText: `× ${DAMAGED}` })
    await group.getByText(/not a media file/i).waitFor()
    await group.getByRole("button", { name: `Retry all ${DAMAGED}` }).click()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: `Retry ${DAMAGED} jobs` })
      .click()
    await page.getByText(`${DAMAGED} jobs queued again`).waitFor()
    await product().isScanned()
    await group.getByRole("button", { name: "Show jobs" }).click()
    await page.waitForURL(/reason=/)
    await eventually(
      "they failed again",
      async () => (await page.locator("[data-index]").count()) === DAMAGED
    )
    expect(await page.getByRole("button", { name: /^Failed/ }).innerText()).toContain(String(DAMAGED))
  })

  it("cancels the selected jobs", async () => {
    await product().data("POST", "/api/jobs/queues/media-probe/pause")
    await product().data("POST", "/api/jobs/retry-failed", { queue: "media-probe" })
    const { page } = await device(undefined, WIDE)
    await page.goto("/ops?q=queue:media-probe status:queued")
    await isLive(page)
    await eventually("all are queued", async () => (await page.locator("[data-index]").count()) === DAMAGED)
    const box = (index: number) => page.locator(`[data-index='${index}'] input[type=checkbox]`)
    await page.locator("[data-index='0']").hover()
    await box(0).click()
    await page.keyboard.down("Shift")
    await box(2).click()
    await page.keyboard.up("Shift")
    await page.getByText("3 selected").waitFor()
    await page.getByRole("button", { name: `Select all ${DAMAGED} matching jobs` }).click()
    await box(1).click()
    const bar = page.getByRole("toolbar", { name: "Jobs" })
    await bar.getByRole("button", { name: "Cancel", exact: true }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByRole("button", { name: "Go back" }).waitFor()
    expect(await judgeNow(page, "the question")).toEqual([])
    await dialog.getByRole("button", { name: "Go back" }).click()
    await bar.getByRole("button", { name: "Cancel", exact: true }).click()
    await dialog.getByRole("button", { name: `Cancel ${DAMAGED - 1} jobs` }).click()
    await page.getByText(`${DAMAGED - 1} jobs canceled`).waitFor()
    const { items } = await product().data<{ items: ReadonlyArray<{ canceledBy: string | null }> }>(
      "GET",
      "/api/jobs?status=cancelled&queue=media-probe"
    )
    expect(items.filter(({ canceledBy }) => canceledBy !== null)).toHaveLength(DAMAGED - 1)
    await product().data("POST", "/api/jobs/queues/media-probe/resume")
  })
})

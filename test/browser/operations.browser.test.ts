import type { Page } from "playwright-core"
import { describe, expect, it, onTestFinished } from "vitest"
import { admin } from "@media/testkit/seed/Accounts"
import { putVideo, putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually, note } from "@media/testkit/product/Time"
import { layWire } from "./support/Wire.ts"

let library = ""
const { device, product } = useProduct("ops", async (fresh) => {
  await putVideos(fresh.media, ["plain", "endless", "tall", "corrupt"])
  library = await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.tall)) !== "", 60_000)
  await fresh.isScanned()
})

interface Run {
  readonly id: string
  readonly status: string
  readonly queueName: string
  readonly attempts: number
}
const runs = async (): Promise<ReadonlyArray<Run>> =>
  (await product().data<{ items: ReadonlyArray<Run> }>("GET", "/api/jobs?perPage=500")).items
const rowIds = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator('main a[href*="/ops/runs/"]')
    .evaluateAll((links) =>
      links.map((link) =>
        String((link as unknown as { href: string }).href).replace(/.*\/ops\/runs\/([^?]+).*/, "$1")
      )
    )
const isLive = (page: Page): Promise<void> => page.getByText("Live", { exact: true }).waitFor()
/** A window that is tall enough to show every row. The table loads at least the rows that fit into the window. */
const TALL = { viewport: { width: 1440, height: 2600 } }

describe("the operations page", () => {
  it("adds rows automatically during a scan", async () => {
    const { page } = await device(undefined, TALL)
    await page.goto("/ops")
    await isLive(page)
    await page.evaluate("window.sameDocument = true")
    const before = new Set(await rowIds(page))
    expect(before.size).toBeGreaterThan(3)
    await putVideo(product().media, "webm", "Arriving Later.webm")
    const begin = performance.now()
    await product().data("POST", `/api/libraries/${library}/scan`, {})
    await page
      .getByRole("link", { name: /Arriving Later/ })
      .first()
      .waitFor()
    note("row of a new file shown", performance.now() - begin)
    expect((await rowIds(page)).filter((id) => !before.has(id)).length).toBeGreaterThan(1)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    await product().isScanned()
  })

  it("cancels a running preview job and shows its log", async () => {
    const { page } = await device()
    const id = await product().videoId(titles.endless)
    const { jobRunId } = await product().data<{ jobRunId: string }>("POST", `/api/jobs/rebuild-preview/${id}`)
    await page.goto(`/ops/runs/${jobRunId}`)
    const panel = page.getByRole("complementary", { name: "Job details" })
    await panel.getByText("Running").first().waitFor()
    const begin = performance.now()
    await panel.getByRole("button", { name: "Cancel" }).click()
    await panel.getByText(`Canceled by ${admin.username}`).first().waitFor()
    note("running preview cancelled", performance.now() - begin)
    await eventually("the server agrees", async () =>
      (await runs()).some((run) => run.id === jobRunId && run.status === "cancelled")
    )
    await panel.getByRole("button", { name: "Retry now" }).waitFor()
    const { log } = await product().data<{ log: ReadonlyArray<{ attempt: number }> }>(
      "GET",
      `/api/jobs/${jobRunId}`
    )
    const attempts = new Set(log.map(({ attempt }) => attempt)).size
    await eventually("its log", async () => (await panel.getByText(/^Attempt \d/).count()) === attempts)
    await page.keyboard.press("Escape")
    await page.waitForURL(/\/ops(\?|$)/)
  })

  it("shows why a job failed and retries it", async () => {
    const { page } = await device()
    await page.goto("/ops?status=failed")
    await isLive(page)
    const row = page.getByRole("link", { name: /Torn File/ }).first()
    await row.waitFor()
    await row.click()
    const panel = page.getByRole("complementary", { name: "Job details" })
    await panel
      .getByText(/not a media file/i)
      .first()
      .waitFor()
    const failed = page.url().replace(/.*\/runs\/([^?]+).*/, "$1")
    const attempts = (await runs()).find((run) => run.id === failed)!.attempts
    await panel.getByText(/^Won’t retry: the result would be the same/).waitFor()
    await panel.getByRole("button", { name: "Retry anyway" }).click()
    await eventually("it was tried again", async () => {
      const run = (await runs()).find((other) => other.id === failed)
      return run !== undefined && run.attempts > attempts && run.status === "failed"
    })
    await panel.getByText("Retried manually once").waitFor()
    await panel.getByText("Queued again manually").waitFor()
    await page.goto("/ops?status=failed")
    const tip = page.locator(`[data-tip*="${attempts} before a manual retry"]`)
    await tip.first().waitFor()
  })

  it("filters by typed text and keeps the filter in the URL", async () => {
    const { page } = await device(undefined, TALL)
    await page.goto("/ops")
    await isLive(page)
    await page.getByLabel("Filter jobs").fill("queue:media-probe status:failed")
    await page.waitForURL(/q=queue/)
    await eventually("one row", async () => (await rowIds(page)).length === 1)
    await page.reload()
    await eventually("one row again", async () => (await rowIds(page)).length === 1)
    expect(await page.getByLabel("Filter jobs").inputValue()).toBe("queue:media-probe status:failed")
  })

  it("pauses and resumes a queue, and on a phone does so from its menu", async () => {
    const { page } = await device()
    await page.goto("/ops")
    await isLive(page)
    await page.getByRole("button", { name: /idle queue/ }).click()
    const queue = page.getByRole("listitem").filter({ has: page.locator('a[href^="/ops/queues/preview"]') })
    await queue.getByRole("button", { name: /^Pause/ }).click()
    await queue.getByText("Paused,").waitFor({ state: "attached" })

    const phone = await device(undefined, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true
    })
    await phone.page.goto("/ops")
    const small = phone.page
      .getByRole("listitem")
      .filter({ has: phone.page.locator('a[href^="/ops/queues/preview"]') })
    await small.getByRole("button", { name: /^Actions for/ }).tap()
    await phone.page.getByRole("menuitem", { name: "Resume" }).tap()
    await queue
      .getByText("Idle,")
      .or(queue.getByText("Has failures,"))
      .or(queue.getByText("Running,"))
      .first()
      .waitFor({ state: "attached" })
    const fold = phone.page.getByRole("button", { name: /idle queue/ })
    if ((await small.count()) === 0) await fold.tap()
    await small.getByRole("button", { name: /^Actions for/ }).tap()
    await phone.page.getByRole("menuitem", { name: "Run now" }).waitFor()
  })

  it("shows that it is offline, and catches up after the connection returns", async () => {
    const wire = await layWire(product().port)
    onTestFinished(wire.end)
    const { page } = await device(undefined, TALL)
    await page.goto(`${wire.origin}/ops`)
    await isLive(page)
    await page.evaluate("window.sameDocument = true")
    wire.cut()
    await page.getByText(/Offline – showing saved data/).waitFor()
    await page.getByText("Offline – retrying").waitFor()
    await page.getByRole("button", { name: /idle queue/ }).click()
    const queue = page
      .getByRole("listitem")
      .filter({ has: page.locator('a[href^="/ops/queues/library-scan"]') })
    const run = queue.getByRole("button", { name: /^Run/ })
    expect(await run.getAttribute("aria-disabled")).toBe("true")
    expect(await run.getAttribute("aria-description")).toMatch(/Offline/)
    await putVideo(product().media, "plain", "While Away.mp4")
    await product().data("POST", `/api/libraries/${library}/scan`, {})
    await eventually("the server has found it", async () => (await product().videoId("While Away")) !== "")
    await product().isScanned()
    const begin = performance.now()
    wire.mend()
    await isLive(page)
    const expected = new Set((await runs()).map((each) => each.id))
    await eventually("equal rows", async () => {
      const pill = page.getByRole("button", { name: /\d+ new/ })
      if (await pill.isVisible()) await pill.click()
      const shown = await rowIds(page)
      return shown.length === expected.size && shown.every((id) => expected.has(id))
    })
    note("rows equal after being offline", performance.now() - begin)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
  })
})

import { addManyVideos } from "@media/testkit/seed/ManyPictures"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

const COUNT = 3_000
const { device, product } = useProduct("lists", (fresh) => addManyVideos(fresh, COUNT))

let newest = { id: "", title: "", duration: 0 }
beforeAll(async () => {
  const { items } = await product().data<{ items: ReadonlyArray<typeof newest> }>(
    "GET",
    "/api/videos?perPage=1"
  )
  newest = items[0]!
})

/** Simulates a list of `total` rows. Each row is created when the page requests the row. */
const serveMany = async (page: Page, total: number): Promise<void> => {
  await page.route(/\/api\/videos\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const perPage = Number(asked.get("perPage") ?? 40)
    const first = (Number(asked.get("page") ?? 1) - 1) * perPage
    const items = Array.from({ length: Math.max(0, Math.min(perPage, total - first)) }, (_, n) => ({
      ...newest,
      id: `00000000-0000-7000-8000-${String(first + n).padStart(12, "0")}`,
      title: `Number ${first + n + 1}`
    }))
    await route.fulfill({ json: { ok: true, data: { items, total, page: first / perPage + 1, perPage } } })
  })
}

const cards = (page: Page) => page.locator("main [data-main]")

describe("a list of 3,000 items", () => {
  it("shows which rows could not be loaded, with a retry button", async () => {
    const opened = await device()
    const { page } = opened
    opened.expect(/^500 GET \/api\/videos/)
    let isBroken = true
    await page.route(/\/api\/videos\?.*\bpage=20\b/, (route) =>
      isBroken
        ? route.fulfill({
            status: 500,
            json: { ok: false, error: { code: "internal", message: "Broken for a moment." } }
          })
        : route.continue()
    )
    await page.goto("/videos")
    await cards(page).first().waitFor()
    await page.evaluate("document.querySelector('main').scrollTop = 44300")
    const retry = page.getByRole("button", { name: "Couldn’t load. Retry" }).first()
    await retry.waitFor()
    isBroken = false
    await retry.click()
    await retry.waitFor({ state: "detached" })
  })
})

describe("a long list", () => {
  // `npm run bench -- scroll` measures how smoothly lists scroll. This test checks only the number of elements.
  it("renders few elements while the user scrolls with the wheel", async () => {
    const { page } = await device()
    await page.goto("/videos")
    await cards(page).first().waitFor()
    await page.mouse.move(720, 450)
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, 2_000)
      if (turn % 10 === 0) expect(await page.locator("*").count()).toBeLessThanOrEqual(1_200)
    }
    // Cards get their pictures only after scrolling has stopped.
    await page.locator("main [data-index] img").first().waitFor()
    await page.locator("main [data-index] [role=checkbox]").first().waitFor({ state: "attached" })
  })

  it.each([
    ["at two device pixels per pixel", { deviceScaleFactor: 2 }],
    ["at three", { deviceScaleFactor: 3 }],
    ["on a phone", { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }]
  ])("focuses the last of 100,000 items on End, %s", async (_name, options) => {
    const { page } = await device(undefined, options)
    await serveMany(page, 100_000)
    await page.goto("/videos")
    await cards(page).first().focus()
    await page.keyboard.press("End")
    const last = page.getByRole("link", { name: "Number 100000", exact: true })
    await last.waitFor()
    await expect.poll(() => last.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true)
    const box = await last.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(page.viewportSize()!.height)
    expect(await page.locator("*").count()).toBeLessThanOrEqual(1_200)
  })

  it("restores the scroll position and focuses the same card after the user goes back", async () => {
    const { page } = await device()
    await page.goto("/videos")
    await cards(page).first().waitFor()
    await page.evaluate("document.querySelector('main').scrollTop = 20000")
    const middle = `document.elementFromPoint(600, 500)?.closest("[data-index]")`
    const index = (): Promise<unknown> =>
      page.evaluate(`${middle}?.querySelector("[data-main]") && ${middle}.dataset.index`)
    await expect.poll(index).toMatch(/^\d+$/)
    const card = page.locator(`main [data-index="${String(await index())}"] [data-main]`)
    await card.waitFor()
    const title = await card.innerText()
    const top = await page.evaluate<number>("document.querySelector('main').scrollTop")
    await card.click()
    await page.getByRole("heading", { level: 1, name: title }).waitFor()
    await page.goBack()
    await card.waitFor()
    await expect.poll(() => page.evaluate<number>("document.querySelector('main').scrollTop")).toBe(top)
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(title)
  })

  it("shows larger cards after a phone is rotated", async () => {
    const { page } = await device(undefined, {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    })
    await page.goto("/videos")
    await cards(page).first().waitFor()
    const width = async () => (await page.locator("main [data-index]").first().boundingBox())?.width
    await expect.poll(width).toBeLessThan(190)
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(width).toBeGreaterThan(220)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(width).toBeLessThan(190)
  })

  it("has an accessible filter dialog", async () => {
    const { page } = await device()
    await page.goto("/videos?favorite=yes")
    await page.getByRole("button", { name: "Add filter" }).click()
    await page.getByRole("dialog").waitFor()
    expect(await violations(page)).toEqual([])
  })
})

describe("the home page", () => {
  it("shows items in progress until the user removes them", async () => {
    const position = Math.round(newest.duration / 2)
    await product().data("PUT", `/api/videos/${newest.id}/progress`, { position, duration: newest.duration })
    const { page } = await device()
    await page.goto("/")
    const shelf = page.getByRole("region", { name: "Continue", exact: true })
    await shelf.getByText(/left$/).waitFor()
    expect(await shelf.getByRole("link", { name: "Play" }).getAttribute("href")).toContain(
      `/watch/${newest.id}`
    )
    const card = shelf.getByRole("listitem").first()
    await card.hover()
    await card.getByRole("button", { name: /^Actions for/ }).click()
    const remove = page.getByRole("menuitem", { name: "Remove from Continue" })
    await remove.waitFor()
    expect(await violations(page)).toEqual([])
    await remove.click()
    await shelf.waitFor({ state: "detached" })
  })
})

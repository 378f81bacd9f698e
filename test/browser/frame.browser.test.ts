import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually, note } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product, stranger } = useProduct("frame", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})
const PAGES = ["/", "/videos", "/admin/libraries", "/admin/settings", "/ops", "/account", "/whats-new"]
const SHIFTS = `window.shift = 0
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (!entry.hadRecentInput) window.shift += entry.value
})).observe({ type: "layout-shift", buffered: true })`

const isReady = (page: Page) => page.locator("h1").first().waitFor()
const isCalm = (page: Page) => page.waitForLoadState("networkidle")

describe("the app", () => {
  it("is usable after at most eight requests on a slow connection", async () => {
    const { page, context } = await device()
    const network = await context.newCDPSession(page)
    await network.send("Network.enable")
    const slow = { offline: false, latency: 600, downloadThroughput: 150_000, uploadThroughput: 90_000 }
    await network.send("Network.emulateNetworkConditions", slow)
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto("/", { waitUntil: "commit" })
    await page
      .getByRole("main")
      .getByRole("link", { name: /Harbour Lights/ })
      .first()
      .waitFor()
    const usable = [...asked]
    const paint = Number(
      await page.evaluate(
        `performance.getEntriesByType("paint").find(({ name }) => name === "first-paint").startTime`
      )
    )
    note("first paint on a slow link", paint)
    note("home usable on a slow link", Number(await page.evaluate("performance.now()")))
    note(`requests: ${usable.join(" ")}`, usable.length)
    expect(paint).toBeLessThan(15_000)
    // These requests do not count, because the page does not wait for them: the favicon, the socket, pictures, the
    // font, tooltips, and the lists that determine which tabs are shown.
    const later = /favicon|\/api\/(live|performers|studios|tags)$|thumbnail|\.woff2|TooltipLayer/
    const needed = usable.filter((path) => !later.test(path))
    expect(needed.length).toBeLessThanOrEqual(8)
  })

  it("sends no requests that require a session while the user is signed out", async () => {
    const visitor = await stranger()
    await visitor.page.goto("/ops")
    await visitor.page.waitForURL(/\/login\?next=\/ops/)
    await visitor.page.reload()
    await visitor.page.waitForURL(/\/login\?next=\/ops/)
  })

  it("reports that a page cannot be loaded while the browser is offline", async () => {
    const { page, context } = await device()
    // Simulates a browser that is set to save data. Otherwise the app would prefetch its pages while the browser is
    // idle.
    await context.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    await page.goto("/admin")
    await page.getByRole("link", { name: "Settings" }).first().waitFor()
    await isCalm(page)
    await context.setOffline(true)
    await page.getByRole("link", { name: "Settings" }).first().click()
    await page.getByText(/has not been loaded yet/).waitFor()
    await context.setOffline(false)
  })
})

describe("the page frame", () => {
  it.each([
    ["a desk", { width: 1440, height: 900 }],
    ["a phone", { width: 390, height: 844 }]
  ])("shows every title at the same position on %s", async (_where, viewport) => {
    const { page } = await device(undefined, { viewport })
    const positions = new Map<string, string>()
    for (const path of PAGES) {
      await page.goto(path)
      await isReady(page)
      const position = await page.evaluate(`(() => {
        const box = document.querySelector("h1").getBoundingClientRect()
        return Math.round(box.left) + "," + Math.round(box.top)
      })()`)
      positions.set(path, String(position))
    }
    expect(new Set(positions.values()).size, JSON.stringify([...positions])).toBe(1)
  })

  it("does not shift its layout while a page loads", async () => {
    const { page, context } = await device()
    await context.addInitScript({ content: SHIFTS })
    const id = await product().videoId(titles.webm)
    for (const path of [...PAGES, `/videos/${id}`]) {
      await page.goto(path)
      await isReady(page)
      await isCalm(page)
      const shift = Number(await page.evaluate("window.shift"))
      note(`layout shift of ${path} (thousandths)`, shift * 1_000)
      expect(shift, path).toBeLessThanOrEqual(0.02)
    }
  })

  it.each(["en-XA", "en-XB"])("has room for text 1.4 times as long as usual, in %s", async (locale) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 }
    ]) {
      const { page, context } = await device(undefined, { viewport })
      await context.addInitScript(`localStorage.setItem("locale", "${locale}")`)
      for (const path of PAGES) {
        await page.goto(path)
        await isReady(page)
        expect(await page.evaluate("document.documentElement.dir")).toBe(locale === "en-XB" ? "rtl" : "ltr")
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        expect(overflow, `${path} at ${viewport.width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})

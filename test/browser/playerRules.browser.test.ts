import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually, sleep } from "@media/testkit/product/Time"
import type { BrowserContextOptions, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { addMovies } from "./support/Fixture.ts"
import { widths } from "./support/Judge.ts"
import { plays, showsNear, videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("player-rules", async (fresh) => {
  await putVideos(fresh.media, ["long"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.long)) !== "", 60_000)
  await fresh.isScanned()
})

const watch = async (mode: "auto" | "direct", options?: BrowserContextOptions) => {
  const viewer = await device(undefined, options)
  const { context, page } = viewer
  await context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "${mode}")` })
  const id = await product().videoId(titles.long)
  return { context, page, viewer, open: () => page.goto(`/watch/${id}`) }
}
const SEGMENT = /\/hls\/\d+p\/\d+\.ts/
const controlsAreHidden = (page: Page) =>
  page.evaluate<boolean>("getComputedStyle(document.querySelector('[data-controls]')).opacity === '0'")

describe("the stream", () => {
  it("shows the server's warning until the user dismisses the warning", async () => {
    const { open, page } = await watch("auto")
    await page.route(/\/hls\/status/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({
        json: { ...body, data: { ...body.data, warnings: ["The sound is cut short."] } }
      })
    })
    await open()
    const warning = page.getByText("The sound is cut short.")
    await warning.waitFor()
    await page.getByRole("button", { name: "Dismiss" }).first().click()
    await warning.waitFor({ state: "hidden" })
    await plays(page)
    const direct = await watch("direct")
    await direct.open()
    await plays(direct.page)
    expect(await direct.page.getByText("The sound is cut short.").count()).toBe(0)
  })

  it("shows that the next segment is being prepared, and keeps the position", async () => {
    const { open, page } = await watch("auto")
    await open()
    await plays(page)
    await page.route(SEGMENT, async (route) => {
      await sleep(2_500)
      await route.continue().catch(() => undefined)
    })
    await page.keyboard.press("8")
    await page.getByText(/^Preparing this part…/).waitFor()
    const { duration, time } = await videoState(page)
    expect(Math.abs(time - duration * 0.8)).toBeLessThan(2)
    await page.unroute(SEGMENT)
    await showsNear(page, duration * 0.8)
    await plays(page)
    await page.getByText(/^Preparing/).waitFor({ state: "hidden" })
  })
})

describe("the network", () => {
  it("continues at the same position after an interruption", async () => {
    const { context, open, page, viewer } = await watch("auto")
    viewer.expect(/^50\d /)
    await open()
    await plays(page)
    await page.evaluate("window.sameDocument = true")
    await context.setOffline(true)
    await page.keyboard.press("9")
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor()
    await context.setOffline(false)
    const { duration } = await videoState(page)
    await showsNear(page, duration * 0.9, 40_000)
    await plays(page)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor({ state: "hidden" })
  })
})

describe("the controls", () => {
  it("hides the controls when the user is idle, unless the video is paused or a menu is open", async () => {
    const { open, page } = await watch("direct")
    await open()
    await plays(page)
    await page.mouse.move(400, 300)
    await eventually("they are hidden", () => controlsAreHidden(page))
    await page.mouse.move(420, 320)
    await eventually("they are back", async () => !(await controlsAreHidden(page)))
    await page.keyboard.press("q")
    await page.getByRole("menuitemradio").first().waitFor()
    await sleep(3_500)
    expect(await controlsAreHidden(page)).toBe(false)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Speed" }).focus()
    await page.keyboard.press("Tab")
    await sleep(3_500)
    expect(await controlsAreHidden(page)).toBe(false)
    await page.mouse.click(420, 320)
    await eventually("a pause", async () => (await videoState(page)).paused)
    await sleep(3_500)
    expect(await controlsAreHidden(page)).toBe(false)
  })

  it("plays at double speed during a long press on a phone", async () => {
    const { context, open, page } = await watch("direct", widths[390])
    await open()
    await plays(page)
    const session = await context.newCDPSession(page)
    const touch = (type: "touchEnd" | "touchStart", touchPoints: ReadonlyArray<{ x: number; y: number }>) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] })
    const rate = () => page.evaluate<number>("document.querySelector('video').playbackRate")
    await touch("touchStart", [{ x: 200, y: 300 }])
    await eventually("twice the speed", async () => (await rate()) === 2)
    await page.getByText("2×", { exact: true }).first().waitFor()
    await touch("touchEnd", [])
    await eventually("as before", async () => (await rate()) === 1)
    expect((await videoState(page)).paused).toBe(false)
  })
})

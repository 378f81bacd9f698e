import { describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import { type SampleName, putVideo, putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { chooseQuality, videoState, plays } from "./support/Playback.ts"
import { violations } from "./support/Axe.ts"
import { smallTargets } from "./support/Targets.ts"
import { encodersOf } from "./support/Encoders.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually, note } from "@media/testkit/product/Time"

const OPENED = Array.from({ length: 8 }, (_, n) => `Opened ${n}`)
const { device, product } = useProduct("player-quality", async (fresh) => {
  await putVideos(fresh.media, ["tall", "bad", "webm"])
  for (const name of OPENED) await putVideo(fresh.media, "long", `${name}.mp4`)
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const watch = async (name: SampleName, mode: string, options?: typeof phone) => {
  const viewer = await device(undefined, options)
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "${mode}")` })
  const id = await product().videoId(titles[name])
  await viewer.page.goto(`/watch/${id}`)
  return { id, viewer, page: viewer.page }
}
const quality = (page: Page) => page.getByRole("button", { name: "Quality" })
const isShown = (page: Page, height: number) =>
  eventually(`${height} lines`, async () => (await videoState(page)).height === height, 60_000)

/**
 * Checks in every frame whether the player is black. The player is black if neither the video nor the drawn copy of its
 * last frame is visible. Also counts the frames in which the copy was shown.
 */
const watchForBlack = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.black = 0
    window.held = 0
    const isDrawn = (canvas) => canvas.width > 0 &&
      canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 255
    const look = () => {
      const canvas = document.querySelector("main canvas")
      const video = document.querySelector("video")
      const isHeld = getComputedStyle(canvas).visibility === "visible"
      if (isHeld) window.held += 1
      const isEmpty = isHeld ? !isDrawn(canvas) : video.videoWidth === 0 || video.readyState === 0
      if (isEmpty) window.black += 1
      requestAnimationFrame(look)
    }
    look()
  })()`)

describe("the quality", () => {
  it("is shown on its button and can be changed without losing the position", async () => {
    const { page } = await watch("tall", "auto")
    await plays(page)
    await eventually("the button", async () => /^Auto, \d+p$/.test((await quality(page).textContent()) ?? ""))
    await page.keyboard.press("q")
    await page.getByRole("menuitemradio").first().waitFor()
    const labels = await page.getByRole("menuitemradio").allTextContents()
    expect(labels[0]).toBe("Auto")
    expect(labels[1]).toMatch(/^Original.*bit\/s$/)
    const heights = labels.slice(2).map((label) => Number(/^(\d+)p.*bit\/s$/.exec(label)?.[1]))
    expect(heights).toEqual([...heights].sort((one, other) => other - one))
    expect(heights.length).toBeGreaterThanOrEqual(2)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("Escape")

    await watchForBlack(page)
    const [high = 0, low = 0] = heights
    for (const height of [low, high]) {
      await chooseQuality(page, `${height}p`)
      await isShown(page, height)
      expect(await quality(page).textContent()).toBe(`${height}p`)
    }
    const startTime = (await videoState(page)).time
    const begin = performance.now()
    await chooseQuality(page, `${low}p`)
    await isShown(page, low)
    note("a height that is made already", performance.now() - begin)
    // Playback may stall while this machine encodes the other height, but it must neither go back nor jump ahead.
    const moved = (await videoState(page)).time - startTime
    expect(moved).toBeGreaterThan(-0.5)
    expect(moved).toBeLessThan((performance.now() - begin) / 1_000 + 2.5)

    for (const [label, text] of [
      ["Original", /^Original$/],
      ["Auto", /^Auto/]
    ] as const) {
      const before = await videoState(page)
      const held = await page.evaluate<number>("window.held")
      await chooseQuality(page, label)
      // The message on top of the video appears only if a switch takes long. The copy of the last frame is shown in any
      // case.
      await eventually("the switch", async () => (await page.evaluate<number>("window.held")) > held)
      await page.getByText(/^Switching to/).waitFor({ state: "hidden" })
      await plays(page)
      expect(await quality(page).textContent()).toMatch(text)
      expect((await videoState(page)).time).toBeGreaterThan(before.time - 1)
    }
    expect(await page.evaluate("window.black")).toBe(0)
  })

  it("falls back to a lower quality when the server refuses the highest quality", async () => {
    const viewer = await device()
    viewer.expect(/^422 (GET|HEAD) .*\/hls\//)
    await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "auto")` })
    const id = await product().videoId(titles.tall)
    const { renditions } = await product().data<{ renditions: ReadonlyArray<{ height: number }> }>(
      "GET",
      `/api/video-stream/${id}/hls/status`
    )
    const [top, next] = renditions.map(({ height }) => height)
    await viewer.page.route(new RegExp(`/hls/${top}p[_/].*\\.ts`), (route) =>
      route.fulfill({ status: 422, body: "This part cannot be copied." })
    )
    await viewer.page.goto(`/watch/${id}`)
    await plays(viewer.page)
    expect((await videoState(viewer.page)).height).toBeLessThanOrEqual(next!)
    expect(await viewer.page.getByRole("alert").count()).toBe(0)
  })

  it("keeps the position when the user switches from Original to Auto while paused", async () => {
    const { page } = await watch("tall", "direct")
    await page.emulateMedia({ reducedMotion: "reduce" })
    await plays(page)
    await page.keyboard.press("k")
    const { time } = await videoState(page)
    await watchForBlack(page)
    await chooseQuality(page, "Auto")
    await eventually("a picture", async () => {
      const now = await videoState(page)
      return now.ready >= 2 && /^Auto, /.test((await quality(page).textContent()) ?? "")
    })
    const now = await videoState(page)
    expect([now.paused, Math.abs(now.time - time) < 1]).toEqual([true, true])
    expect(await page.evaluate("window.black")).toBe(0)
  })
})

describe("controls", () => {
  it("lists only the player's shortcuts in the help", async () => {
    const { page } = await watch("tall", "direct")
    await plays(page)
    await page.keyboard.press("c")
    await page.getByText("This video has no subtitles").first().waitFor()
    const subtitles = page.getByRole("button", { name: "Subtitles" })
    expect(await subtitles.getAttribute("aria-disabled")).toBe("true")
    const theme = await page.locator("html").getAttribute("data-theme")
    await page.keyboard.press("t")
    expect(await page.locator("html").getAttribute("data-theme")).toBe(theme)
    await page.keyboard.press("?")
    const help = page.getByRole("dialog")
    await help.waitFor()
    const labels = await help.locator("dt").allTextContents()
    for (const label of [
      "Next frame",
      "Next chapter or marker",
      "Subtitles",
      "Next video",
      "Volume up",
      "Close player"
    ])
      expect(labels).toContain(label)
    expect(labels.filter((label) => /theme|dark|Go to/i.test(label))).toEqual([
      "Go to the beginning",
      "Go to the end"
    ])
    expect(await violations(page)).toEqual([])
  })

  it("shows the speed on the button", async () => {
    const { page } = await watch("tall", "direct")
    await plays(page)
    await page.keyboard.press(">")
    const speed = page.getByRole("button", { name: "Speed" })
    expect((await speed.textContent())?.trim()).toBe("1.25×")
    await page.keyboard.press(".")
    await eventually("a pause", async () => (await videoState(page)).paused)
    const { time } = await videoState(page)
    await page.keyboard.press(".")
    await eventually("a frame on", async () => Math.abs((await videoState(page)).time - time - 0.04) < 0.001)
    await page.keyboard.press(",")
    await eventually("and back", async () => Math.abs((await videoState(page)).time - time) < 0.001)
  })

  it("fits on a phone, with controls that are large enough to tap", async () => {
    const { page } = await watch("tall", "direct", phone)
    await plays(page)
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
    expect(await smallTargets(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    const { time } = await videoState(page)
    await page.touchscreen.tap(330, 400)
    await page.touchscreen.tap(330, 400)
    await eventually("a jump", async () => (await videoState(page)).time > time + 9)
  })
})

/**
 * Time after which unused encoders have ended, in milliseconds. The server stops an encoder whose output was not read
 * for 30 seconds, and checks every few seconds.
 */
const ENCODERS_END_MS = 45_000

describe("transcoded videos", () => {
  it("does not convert the whole video when a user opens it", async () => {
    const viewer = await device()
    await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "auto")` })
    let most = 0
    for (const name of OPENED) {
      await viewer.page.goto(`/watch/${await product().videoId(name)}`)
      await eventually("a picture", async () => (await videoState(viewer.page)).width > 0)
      most = Math.max(most, encodersOf(product()))
      if (name === OPENED[0]) expect(await violations(viewer.page)).toEqual([])
    }
    const { items } = await product().data<{
      items: ReadonlyArray<{ triggeredBy: string; status: string; waitsFor: string | null }>
    }>("GET", "/api/jobs?queue=preview&perPage=200")
    const opened = items.filter(
      ({ triggeredBy, waitsFor }) => triggeredBy === "playback" && waitsFor !== null
    )
    expect(opened.length).toBeGreaterThanOrEqual(OPENED.length)
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set(["queued"]))
    // Verifies that the test has detected encoders at all.
    expect(most).toBeGreaterThan(0)
    await viewer.page.goto("/videos")
    await eventually("no encoder", () => encodersOf(product()) === 0, ENCODERS_END_MS)
  })

  it("shows copyable details and next steps after a failure", async () => {
    const { id, page, viewer } = await watch("bad", "auto")
    viewer.expect(/^(422|50[03]) (GET|HEAD) .*\/hls\//)
    await viewer.context.grantPermissions(["clipboard-read", "clipboard-write"])
    const alert = page.getByRole("alert").filter({ hasText: `${titles.bad}.mp4` })
    await alert.waitFor()
    expect(await violations(page)).toEqual([])
    await alert.getByRole("button", { name: "Copy details" }).click()
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`file: ${titles.bad}.mp4`)
    await eventually(
      "the failure at the video",
      async () =>
        (await product().data<{ playbackFailure: string | null }>("GET", `/api/videos/${id}`))
          .playbackFailure !== null
    )
    await alert.getByRole("button", { name: "Back", exact: true }).click()
    await page.waitForURL(/\/videos\//)
    await page.getByText("Cannot be converted").first().waitFor()
  })
})

import { describe, expect, it } from "vitest"
import { type SampleName, putVideo, putVideos, titles } from "@media/testkit/seed/SampleVideos"
import {
  chooseQuality,
  stalls,
  videoState,
  plays,
  segmentsOf,
  showsHeight,
  showsNear,
  watchStalls
} from "./support/Playback.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { PACKET, pidOf, VIDEO_PID } from "@media/media-tools/hls/TransportPacket"
import { eventually, note, sleep } from "@media/testkit/product/Time"

const COLD = "The Far End"
const { device, product } = useProduct("player", async (fresh) => {
  await putVideos(fresh.media, ["plain", "long", "tall", "foreign", "webm", "corrupt", "bad"])
  // Another copy of the long video. No test requests its stream before the test that seeks far.
  await putVideo(fresh.media, "long", `${COLD}.mp4`)
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

const watch = async (name: SampleName | typeof COLD, mode: "auto" | "direct") => {
  const viewer = await device()
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "${mode}")` })
  const id = await product().videoId(name === COLD ? COLD : titles[name])
  return { viewer, page: viewer.page, id, open: () => viewer.page.goto(`/watch/${id}`) }
}

const withoutVideo = (bytes: Buffer): Buffer => {
  const packets = Array.from({ length: bytes.length / PACKET }, (_, i) => i * PACKET)
  const kept = packets.filter((at) => pidOf(bytes, at) !== VIDEO_PID)
  return Buffer.concat(kept.map((at) => bytes.subarray(at, at + PACKET)))
}

describe("Direct", () => {
  it.each(["plain", "webm"] as const)("plays the original file in ranges: %s", async (name) => {
    const { open, page } = await watch(name, "direct")
    const source = page.waitForResponse(/\/source/)
    await open()
    note(`Direct, ${name}, moving`, await plays(page))
    expect((await source).status()).toBe(206)
  })

  it("falls back to Auto if the browser cannot decode the file", async () => {
    const { open, page } = await watch("foreign", "direct")
    await open()
    await page.getByText(/cannot play the original file/).waitFor()
    note("undecodable, moving in Auto", await plays(page))
  })
})

describe("Auto", () => {
  it("plays from a cold cache and buffers a limited range", async () => {
    const { open, page } = await watch("long", "auto")
    const segments = segmentsOf(page)
    await open()
    note("Auto from a cold cache, moving", await plays(page))
    await sleep(4_000)
    expect(new Set(segments).size).toBeLessThanOrEqual(14)
  })

  it("continues automatically if a segment contains no video", async () => {
    // The video is transcoded, because copied streams have no partial segments.
    const { open, page } = await watch("foreign", "auto")
    let broken = 0
    await page.route(/\.ts\?part=/, async (route) => {
      if (broken > 0) return route.continue()
      broken += 1
      const response = await route.fetch()
      await route.fulfill({ response, body: withoutVideo(await response.body()) })
    })
    await open()
    await plays(page)
    await eventually("a picture", async () => (await videoState(page)).height > 0)
    expect(broken).toBe(1)
  })

  it("seeks far in a file without cached segments, with the bar and the keyboard", async () => {
    const { open, page } = await watch(COLD, "auto")
    await open()
    await plays(page)
    const { duration } = await videoState(page)
    const bar = (await page.getByRole("slider", { name: "Seek" }).boundingBox())!
    await page.mouse.click(bar.x + bar.width * 0.8, bar.y + bar.height / 2)
    const byBar = await showsNear(page, duration * 0.8)
    note("seek to 80 % by the bar", byBar)
    await page.keyboard.press("5")
    const byKey = await showsNear(page, duration * 0.5)
    note("seek to 50 % by key", byKey)
    expect(Math.max(byBar, byKey)).toBeLessThan(60_000)
    await plays(page)
  })

  it("plays each quality that the menu offers", async () => {
    const { open, page } = await watch("tall", "auto")
    await open()
    await plays(page)
    await page.keyboard.press("q")
    await page.getByRole("menuitemradio").first().waitFor()
    const heights = (await page.getByRole("menuitemradio").allTextContents())
      .map((label) => Number(/^(\d+)p/.exec(label.trim())?.[1]))
      .filter((height) => height > 0)
    await page.keyboard.press("Escape")
    expect(heights.length).toBeGreaterThanOrEqual(2)
    for (const height of [...heights].reverse()) {
      await chooseQuality(page, `${height}p`)
      const begin = performance.now()
      await showsHeight(page, height)
      note(`height ${height} shown`, performance.now() - begin)
      await plays(page)
    }
    const before = (await videoState(page)).time
    await chooseQuality(page, "Original")
    await plays(page)
    expect(Math.abs((await videoState(page)).time - before)).toBeLessThan(4)
  })

  it("switches to a chosen quality while paused, and keeps the position", async () => {
    const { open, page } = await watch("tall", "auto")
    await open()
    await plays(page)
    const shown = (await videoState(page)).height
    await page.keyboard.press("k")
    const { time } = await videoState(page)
    await page.keyboard.press("q")
    await page.getByRole("menuitemradio").first().waitFor()
    const other = (await page.getByRole("menuitemradio").allTextContents())
      .map((label) => Number(/^(\d+)p/.exec(label.trim())?.[1]))
      .find((height) => height > 0 && height !== shown)
    await page.keyboard.press("Escape")
    await chooseQuality(page, `${other}p`)
    await showsHeight(page, other!)
    expect(Math.abs((await videoState(page)).time - time)).toBeLessThan(1)
  })

  it("does not stall between copied segments", async () => {
    const { id, open, page } = await watch("plain", "auto")
    await product().data("POST", `/api/jobs/rebuild-preview/${id}`)
    await eventually(
      "the stream is complete",
      async () =>
        (await product().data<{ state: string }>("GET", `/api/video-stream/${id}/hls/status`)).state ===
        "fresh",
      40_000
    )
    await open()
    await plays(page)
    const { height } = await videoState(page)
    expect(height).toBe(360)
    await watchStalls(page)
    await page.evaluate("document.querySelector('video').playbackRate = 3")
    await eventually("a long stretch is played", async () => (await videoState(page)).time > 25)
    expect((await stalls(page)).filter((stall) => stall > 500)).toEqual([])
  })
})

describe("videos that cannot be played", () => {
  it("shows the reason for a damaged file", async () => {
    const { id, open, page } = await watch("corrupt", "direct")
    const begin = performance.now()
    await page.goto(`/videos/${id}`)
    await page
      .getByRole("alert")
      .filter({ hasText: /damaged|cannot be read|not a/i })
      .waitFor()
    await open()
    await page
      .getByRole("alert")
      .filter({ hasText: /damaged|cannot be read|not a/i })
      .waitFor()
    note("torn file explained twice", performance.now() - begin)
  })

  it("shows the next steps if a stream fails", async () => {
    const { open, page, viewer } = await watch("bad", "auto")
    viewer.expect(/^(422|50[03]) GET .*\/hls\//)
    const begin = performance.now()
    await open()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    note("bad bitstream explained", performance.now() - begin)
    expect(await alert.textContent()).toMatch(/decoded|damaged|convert/i)
    await alert.getByRole("button", { name: "Try again" }).waitFor()
    await alert.getByRole("button", { name: "Play original file" }).waitFor()
  })

  it("stops with an error if the server keeps refusing segments", async () => {
    const { open, page, viewer } = await watch("tall", "auto")
    viewer.expect(/^50[03] GET .*\/hls\//)
    await page.route(/\/hls\/\d+p\/\d+\.ts/, (route) => route.fulfill({ status: 500, body: "no" }))
    const begin = performance.now()
    await open()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    note("refused segments explained", performance.now() - begin)
    await page.unroute(/\/hls\/\d+p\/\d+\.ts/)
    await alert.getByRole("button", { name: "Try again" }).click()
    await plays(page)
  })
})

describe("a server crash during playback", () => {
  it.each(["direct", "auto"] as const)("continues automatically in %s mode", async (mode) => {
    const { open, page, viewer } = await watch("long", mode)
    viewer.expect(/^50[0-9] /)
    await open()
    await plays(page)
    await page.evaluate("window.sameDocument = true")
    process.kill(product().serverPid(), "SIGKILL")
    // Seeks far beyond the buffered range, so that the player must request data from the server.
    await page.keyboard.press(mode === "direct" ? "7" : "9")
    const { duration } = await videoState(page)
    const begin = performance.now()
    await showsNear(page, duration * (mode === "direct" ? 0.7 : 0.9), 25_000)
    await plays(page)
    note(`${mode} after kill -9, moving`, performance.now() - begin)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    await eventually(
      "the server is back",
      async () => (await product().data("GET", "/api/libraries")) !== undefined
    )
  })
})

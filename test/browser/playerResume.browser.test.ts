import { describe, expect, it } from "vitest"
import type { Page } from "playwright-core"
import { putVideo } from "@media/testkit/seed/SampleVideos"
import { videoState, plays } from "./support/Playback.ts"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually } from "@media/testkit/product/Time"

const [FIRST, SECOND, THIRD] = ["Alder", "Birch", "Cedar"] as const
const { device, product } = useProduct("player-resume", async (fresh) => {
  for (const title of [FIRST, SECOND, THIRD]) await putVideo(fresh.media, "long", `${title}.mp4`)
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(THIRD)) !== "", 60_000)
  await fresh.isScanned()
})
const LIST = "list=sort%3Dtitle%26order%3Dasc"

const open = async () => {
  const viewer = await device()
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "direct")` })
  return viewer
}
const position = async (title: string): Promise<number> => {
  const id = await product().videoId(title)
  return (await product().data<{ userState: { position: number } }>("GET", `/api/videos/${id}`)).userState
    .position
}
const heading = (page: Page) => page.getByRole("heading", { level: 1 })

describe("resuming", () => {
  it("starts at the last position on another device", async () => {
    const id = await product().videoId(FIRST)
    const one = await open()
    await one.page.goto(`/watch/${id}?t=90`)
    await plays(one.page)
    expect((await videoState(one.page)).time).toBeGreaterThan(89)
    await one.page.keyboard.press("Escape")
    await eventually("the position at the server", async () => (await position(FIRST)) > 89)

    const other = await open()
    await other.page.goto(`/watch/${id}`)
    await plays(other.page)
    const { time } = await videoState(other.page)
    expect(time).toBeGreaterThan(88)
    expect(time).toBeLessThan(100)
    await other.page.getByText("Resumed at 1:3").waitFor()
    expect(await violations(other.page)).toEqual([])
    await other.page.getByRole("button", { name: "From the beginning" }).click()
    await eventually("the beginning", async () => (await videoState(other.page)).time < 5)
    await other.page.getByText("Resumed at").waitFor({ state: "hidden" })
  })

  it("starts over with `from=start` in the URL", async () => {
    const id = await product().videoId(FIRST)
    const viewer = await open()
    await viewer.page.goto(`/watch/${id}?from=start`)
    await plays(viewer.page)
    expect((await videoState(viewer.page)).time).toBeLessThan(10)
    expect(await viewer.page.getByText("Resumed at").count()).toBe(0)
  })
})

describe("the list that the user came from", () => {
  it("provides the next and the previous video, even in full-screen mode", async () => {
    const viewer = await open()
    const { page } = viewer
    await page.goto(`/watch/${await product().videoId(FIRST)}?${LIST}&from=start`)
    await plays(page)
    await eventually(
      "the list",
      async () =>
        (await page.getByRole("button", { name: "Next video" }).getAttribute("aria-disabled")) === null
    )
    await page.keyboard.press("f")
    await eventually("full screen", () => page.evaluate("document.fullscreenElement !== null"))
    await page.evaluate("window.element = document.querySelector('video')")
    await page.keyboard.press("Shift+N")
    await eventually("the second", async () => (await heading(page).textContent()) === SECOND)
    await plays(page)
    expect(await page.evaluate("window.element === document.querySelector('video')")).toBe(true)
    expect(await page.evaluate("document.fullscreenElement !== null")).toBe(true)
    await page.keyboard.press("Escape")
    await eventually("no full screen", () => page.evaluate("document.fullscreenElement === null"))

    await page.getByRole("button", { name: "Next video" }).waitFor()
    await eventually(
      "the list",
      async () =>
        (await page.getByRole("button", { name: "Next video" }).getAttribute("aria-disabled")) === null
    )
    const { duration } = await videoState(page)
    await page.evaluate(`document.querySelector("video").currentTime = ${duration - 15}`)
    const card = page.getByRole("region", { name: "Up next" })
    await card.getByText(THIRD).waitFor()
    expect(await violations(page)).toEqual([])
    await card.getByRole("button", { name: "Cancel" }).click()
    await card.waitFor({ state: "hidden" })
    await page.keyboard.press("End")
    await page.getByRole("button", { name: "Replay" }).waitFor()
    await page.keyboard.press("k")
    await eventually("a replay", async () => {
      const now = await videoState(page)
      return !now.paused && now.time < 10
    })

    await page.keyboard.press("Shift+P")
    await eventually("the first", async () => (await heading(page).textContent()) === FIRST)
    await plays(page)
    await eventually(
      "the list",
      async () =>
        (await page.getByRole("button", { name: "Next video" }).getAttribute("aria-disabled")) === null
    )
    await page.keyboard.press("End")
    await page.getByText(/Up next in \d+ s/).waitFor()
    await eventually("the second by itself", async () => (await heading(page).textContent()) === SECOND)
    await plays(page)
  })
})

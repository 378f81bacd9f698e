import { expect, it } from "vitest"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually, sleep } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { addMovies } from "./support/Fixture.ts"
import { plays, videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("person", async (fresh) => {
  await putVideos(fresh.media, ["long"])
  await addMovies(fresh)
  await fresh.isScanned()
})

/**
 * Returns the ids of the videos that are in progress according to the server. The script is a string, because these
 * tests are compiled without the browser's types.
 */
const inProgress = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(
    `fetch("/api/home").then((answer) => answer.json()).then(({ data }) => data.continueWatching.items.map(({ id }) => id))`
  )
const seek = (page: Page, seconds: number) =>
  page.evaluate(`document.querySelector("video").currentTime = ${seconds}`)
const direct = { content: `sessionStorage.setItem("playback-mode", "direct")` }

it("resumes in another browser after the tab crashed, and marks the video watched at the end", async () => {
  const id = await eventually("the video is found", () => product().videoId(titles.long), 60_000)
  const first = await device()
  await first.context.addInitScript(direct)
  await first.page.goto(`/watch/${id}`)
  await plays(first.page)
  await seek(first.page, 38)
  await eventually("it plays to 40 s", async () => (await videoState(first.page)).time >= 40)
  const killer = await first.context.newCDPSession(first.page)
  killer.send("Page.crash").catch(() => undefined)
  await sleep(500)

  const second = await device()
  await second.context.addInitScript(direct)
  await second.page.goto("/")
  expect(await inProgress(second.page)).toEqual([id])
  await second.page.goto(`/watch/${id}`)
  const resumed = await eventually("it resumes", async () => {
    const { time } = await videoState(second.page)
    return time > 1 && time
  })
  expect(resumed).toBeGreaterThanOrEqual(37.9)
  expect(resumed).toBeLessThanOrEqual(42)

  await plays(second.page)
  await seek(second.page, (await videoState(second.page)).duration - 1.5)
  await eventually("it is done", async () => (await inProgress(second.page)).length === 0)
  const answer = await second.page.evaluate<{ readonly isWatched: boolean; readonly playCount: number }>(
    `fetch("/api/videos/${id}").then((answer) => answer.json()).then(({ data }) => data.userState)`
  )
  expect(answer).toMatchObject({ isWatched: true, playCount: 1, position: 0 })
})

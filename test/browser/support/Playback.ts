import type { Page, Request } from "playwright-core"
import { eventually } from "./Time.ts"

export interface Picture {
  readonly time: number
  readonly duration: number
  readonly width: number
  readonly height: number
  readonly paused: boolean
  readonly ready: number
  readonly seeking: boolean
}

const READ = `(() => {
  const video = document.querySelector("video")
  return video === null ? null : {
    time: video.currentTime, duration: video.duration, width: video.videoWidth, height: video.videoHeight,
    paused: video.paused, ready: video.readyState, seeking: video.seeking
  }
})()`

export const picture = async (page: Page): Promise<Picture> => {
  const seen = await page.evaluate<Picture | null>(READ)
  if (seen === null) throw new Error("there is no video element")
  return seen
}

/** Pictures move: the time grows, and not by a jump. Milliseconds until that was seen. */
export const plays = async (page: Page, millis = 10_000): Promise<number> => {
  const begin = performance.now()
  const first = await eventually(
    "a picture",
    async () => {
      const now = await picture(page)
      return now.width > 0 && now.ready >= 2 && !now.paused && now
    },
    millis
  )
  await eventually("the picture moves", async () => (await picture(page)).time > first.time + 0.2, millis)
  return performance.now() - begin
}

/** From a seek to a picture there, in milliseconds. */
export const showsNear = async (page: Page, seconds: number, millis = 10_000): Promise<number> => {
  const begin = performance.now()
  await eventually(
    `a picture at ${seconds.toFixed(0)} s`,
    async () => {
      const now = await picture(page)
      return Math.abs(now.time - seconds) < 8 && now.ready >= 2 && !now.seeking
    },
    millis
  )
  return performance.now() - begin
}

/** By the menu, as a viewer does it. */
export const chooseQuality = async (page: Page, label: string): Promise<void> => {
  await page.mouse.move(300, 300)
  await page.mouse.move(340, 320)
  await page.getByRole("button", { name: "Quality" }).click()
  await page.getByRole("menuitemradio", { name: label }).click()
}

/** The names of the segments that the page asks for, in order. */
export const segmentsOf = (page: Page): ReadonlyArray<string> => {
  const names: Array<string> = []
  page.on("request", (request: Request) => {
    const found = /\/hls\/(\d+p\/\d+)\.ts/.exec(request.url())
    if (found) names.push(found[1]!)
  })
  return names
}

/** Holes in what is shown, from now on: how long each `waiting` lasted that was no seek. */
export const watchHoles = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const video = document.querySelector("video")
    window.holes = []
    let since
    video.addEventListener("waiting", () => { if (!video.seeking) since = performance.now() })
    const end = () => {
      if (since !== undefined) window.holes.push(performance.now() - since)
      since = undefined
    }
    video.addEventListener("playing", end)
    video.addEventListener("timeupdate", () => video.readyState > 2 && end())
  })()`)

export const holes = (page: Page): Promise<ReadonlyArray<number>> => page.evaluate("window.holes")

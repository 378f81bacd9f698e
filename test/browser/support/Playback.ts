import type { Page, Request } from "playwright-core"
import { eventually } from "@media/testkit/product/Time"

export interface VideoState {
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

export const videoState = async (page: Page): Promise<VideoState> => {
  const seen = await page.evaluate<VideoState | null>(READ)
  if (seen === null) throw new Error("there is no video element")
  return seen
}

/** Waits until the video plays, that is, its time advances without a jump. Resolves with the elapsed milliseconds. */
export const plays = async (page: Page, millis = 60_000): Promise<number> => {
  const begin = performance.now()
  const first = await eventually(
    "a frame",
    async () => {
      const now = await videoState(page)
      return now.width > 0 && now.ready >= 2 && !now.paused && now
    },
    millis
  )
  await eventually("the video moves", async () => (await videoState(page)).time > first.time + 0.2, millis)
  return performance.now() - begin
}

/** Waits until the video shows a frame at the position after a seek. Resolves with the elapsed milliseconds. */
export const showsNear = async (page: Page, seconds: number, millis = 60_000): Promise<number> => {
  const begin = performance.now()
  await eventually(
    `a frame at ${seconds.toFixed(0)} s`,
    async () => {
      const now = await videoState(page)
      return Math.abs(now.time - seconds) < 8 && now.ready >= 2 && !now.seeking
    },
    millis
  )
  return performance.now() - begin
}

/** Pending segment requests, keyed by page. */
const pending = new WeakMap<Page, Set<Request>>()
const pendingOf = (page: Page): Set<Request> => {
  const known = pending.get(page)
  if (known) return known
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on("request", (request) => /\/hls\/.*\.ts/.test(request.url()) && requests.add(request))
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => requests.delete(request))
  return requests
}

/**
 * Waits until the video has the given height. The encoding time depends on the machine, so the player's limit of 12
 * seconds counts only while no segment request is pending. While earlier requests are pending, the limit is 90 seconds.
 */
export const showsHeight = async (page: Page, height: number): Promise<void> => {
  const requests = pendingOf(page)
  const end = performance.now() + 90_000
  let millisLeft = 12_000
  let last = performance.now()
  const shown = await eventually(
    `${height} lines`,
    async () => {
      if ((await videoState(page)).height === height) return "in time"
      const now = performance.now()
      if (requests.size === 0) millisLeft -= now - last
      last = now
      return millisLeft < 0 || now > end ? "late" : false
    },
    100_000
  )
  if (shown === "late")
    throw new Error(`${height} lines are not shown, with ${requests.size} segments under way`)
}

/** Chooses a quality in the player's menu. */
export const chooseQuality = async (page: Page, label: string): Promise<void> => {
  await page.mouse.move(300, 300)
  await page.mouse.move(340, 320)
  await page.getByRole("button", { name: "Quality" }).click()
  await page.getByRole("menuitemradio", { name: label }).click()
}

/** Returns an array to which the names of the segments that the page requests are added, in order. */
export const segmentsOf = (page: Page): ReadonlyArray<string> => {
  const names: Array<string> = []
  page.on("request", (request: Request) => {
    const found = /\/hls\/(\d+p\/\d+)\.ts/.exec(request.url())
    if (found) names.push(found[1]!)
  })
  return names
}

/** Starts to record stalls: the duration of each `waiting` event that is not caused by a seek. */
export const watchStalls = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const video = document.querySelector("video")
    window.stalls = []
    let since
    video.addEventListener("waiting", () => { if (!video.seeking) since = performance.now() })
    const end = () => {
      if (since !== undefined) window.stalls.push(performance.now() - since)
      since = undefined
    }
    video.addEventListener("playing", end)
    video.addEventListener("timeupdate", () => video.readyState > 2 && end())
  })()`)

export const stalls = (page: Page): Promise<ReadonlyArray<number>> => page.evaluate("window.stalls")

import { execFile } from "node:child_process"
import { linkSync, mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import type { BrowserContext, BrowserType, Page } from "playwright-core"
import {
  buildProduct,
  pauseQueuesBut,
  startProduct,
  temporaryFolder,
  until,
  type Product
} from "./support/Product.ts"
import { makeReport, median, pause, quantile, sizeOf, type Log, type Report } from "./support/Report.ts"
import { hevcVideo, longVideo, mediaTools } from "./support/SampleVideos.ts"

const rounds = sizeOf("BENCH_ROUNDS", 30)
/** Time in milliseconds for which the video plays before the seek. */
const PLAYED_MS = 3_000

// Playwright is loaded at run time instead of being bundled, because it could not locate its own files from a bundle.
const load = createRequire(join(process.cwd(), "package.json"))
const { chromium } = load("playwright-core") as { readonly chromium: BrowserType }

/**
 * Runs the script `act` in the page and returns the milliseconds until playback moves. Playback moves once the video
 * has shown two different frames at or after `from` (in seconds). One frame is not enough, because it may be the still
 * picture that is shown before playback starts. After 30 seconds, rejects with the state of the video element.
 */
const movesAfter = (page: Page, act: string, from: string): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const begin = performance.now()
    const from = ${from}
    let first
    let shown = 0
    let watched
    const onFrame = (now, { mediaTime }) => {
      shown += 1
      const isBehind = mediaTime >= from - 0.1
      if (isBehind && first !== undefined && mediaTime > first) {
        clearInterval(looking)
        return resolve(performance.now() - begin)
      }
      if (isBehind) first ??= mediaTime
      watched.requestVideoFrameCallback(onFrame)
    }
    // The element may appear late, and may be replaced.
    const attach = () => {
      const video = document.querySelector("video")
      if (!video || video === watched) return
      watched = video
      video.requestVideoFrameCallback(onFrame)
    }
    const looking = setInterval(attach, 20)
    setTimeout(() => {
      clearInterval(looking)
      const video = document.querySelector("video")
      const { currentTime, error, networkState, paused, readyState, seeking } = video ?? {}
      const buffered = video ? Array.from(video.buffered, (_, n) => [video.buffered.start(n), video.buffered.end(n)]) : []
      const requests = performance.getEntriesByType("resource").slice(-8)
        .map(({ duration, name, responseStatus }) => [name.slice(-60), responseStatus, Math.round(duration)])
      const state = { address: location.pathname, shown, first, currentTime, paused, seeking, readyState, networkState,
        error: error?.message, buffered, requests, text: document.body.innerText.slice(0, 300) }
      reject(new Error("nothing after 30 s: " + JSON.stringify(state)))
    }, 30000)
    ${act}
    attach()
  })`)

interface Subject {
  readonly name: string
  readonly source: string
  readonly limits: { readonly play: number; readonly seek: number }
}

/**
 * Returns the position in seconds to which a round seeks. The positions are spread over the whole video, are at
 * different distances from the start of their segments, and are the same in every run of the benchmark.
 */
const positionOf = (round: number): number => 60 + ((round * 197.31) % 500)

const idOf = async (product: Product, title: string): Promise<string> => {
  const { items } = await product.call("GET", `/api/videos?q=${encodeURIComponent(title)}&perPage=100`)
  const found = (items as ReadonlyArray<{ id: string; title: string }>).find((item) => item.title === title)
  if (found === undefined) throw new Error(`no video ${title}`)
  return found.id
}

const tryOnce = async (product: Product, context: BrowserContext, title: string, position: number) => {
  const page = await context.newPage()
  const id = await idOf(product, title)
  await page.goto(`${product.origin}/videos/${id}`)
  const link = `a[href^="/watch/${id}"]`
  await page.locator(link).first().waitFor()
  // Simulates a user who looks at the page before clicking, so that preloading has finished.
  await pause(1_500)
  const play = await movesAfter(page, `document.querySelector('${link}').click()`, "0")
  await pause(PLAYED_MS)
  const act = `document.querySelector("video").currentTime = ${position}`
  const seek = await movesAfter(page, act, String(position))
  await page.close()
  return { play, seek }
}

/** Measures the browser alone: a bare video element that plays the same file from the same server. */
const tryBare = async (product: Product, context: BrowserContext, title: string, position: number) => {
  const page = await context.newPage()
  const id = await idOf(product, title)
  // Opens any page of the web app and removes its content, because scripts are not allowed to run in API responses.
  await page.goto(`${product.origin}/about`)
  await pause(1_500)
  const make =
    `const video = document.createElement("video"); video.muted = true; document.body.replaceChildren(video); ` +
    `video.src = "/api/video-stream/${id}/source"; void video.play()`
  const play = await movesAfter(page, make, "0")
  await pause(PLAYED_MS)
  const seek = await movesAfter(
    page,
    `document.querySelector("video").currentTime = ${position}`,
    String(position)
  )
  await page.close()
  return { play, seek }
}

/**
 * Measures how long ffmpeg alone takes to produce the first frame of 480 lines at a position. This time is the lower
 * bound for any player.
 */
const firstFrame = async (ffmpeg: string, source: string, position: number): Promise<number> => {
  const begin = performance.now()
  const where = position === 0 ? [] : ["-ss", String(position)]
  const what = ["-i", source, "-frames:v", "1", "-vf", "scale=-2:480", "-an", "-f", "null", "-"]
  await promisify(execFile)(ffmpeg, ["-v", "error", "-nostdin", ...where, ...what])
  return performance.now() - begin
}

const seconds = (millis: number): string => (millis / 1_000).toFixed(2)

const measure = async (
  report: Report,
  subject: Subject,
  tools: { readonly product: Product; readonly context: BrowserContext; readonly ffmpeg: string }
): Promise<void> => {
  const { context, ffmpeg, product } = tools
  const found = new Map<string, Array<number>>()
  const add = (name: string, value: number): void => void found.set(name, [...(found.get(name) ?? []), value])
  for (let round = 0; round < rounds; round++) {
    const title = `${subject.name} ${round}`
    const position = positionOf(round)
    const { play, seek } = await tryOnce(product, context, title, position)
    add("play", play)
    add("seek", seek)
    if (subject.name === "Copy") {
      const bare = await tryBare(product, context, title, position)
      add("bare element: play", bare.play)
      add("bare element: seek", bare.seek)
    } else {
      add("ffmpeg alone: first frame", await firstFrame(ffmpeg, subject.source, 0))
      add("ffmpeg alone: frame at the seek", await firstFrame(ffmpeg, subject.source, position))
    }
  }
  report.line(`${subject.name}, ${rounds} tries, seconds`)
  report.table(
    ["", "median", "p95", "worst"],
    [...found].map(([name, values]) => [
      name,
      ...[median(values), quantile(values, 0.95), Math.max(...values)].map(seconds)
    ])
  )
  for (const act of ["play", "seek"] as const) {
    const found95 = quantile(found.get(act) ?? [], 0.95) / 1_000
    const limit = subject.limits[act]
    report.check(found95 < limit, `${subject.name}: ${act}, p95 below ${limit} s`, `${found95.toFixed(2)} s`)
  }
}

/**
 * Measures the time until the picture moves in Chromium with an empty cache, both after a click on play and after a
 * seek. Compares the times with a bare video element and with ffmpeg alone.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const subjects: ReadonlyArray<Subject> = [
    { name: "Copy", source: longVideo(ffmpeg), limits: { play: 0.7, seek: 0.7 } },
    { name: "HEVC", source: hevcVideo(ffmpeg), limits: { play: 1.2, seek: 1.5 } }
  ].filter(({ name }) => (process.env["BENCH_ONLY"] ?? name) === name)
  const media = join(temporaryFolder("play"), "media")
  mkdirSync(media)
  for (const { name, source } of subjects)
    for (let n = 0; n < rounds; n++) linkSync(source, join(media, `${name} ${n}.mp4`))
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("play-data") })
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]
  })
  try {
    await product.setup()
    await pauseQueuesBut(product, ["library-scan", "media-probe"])
    const library = { name: "F", contents: ["videos"], roots: [{ path: media }] }
    await product.call("POST", "/api/libraries", library)
    await until(
      async () =>
        (await product.call("GET", "/api/videos?status=ready&perPage=1")).total === subjects.length * rounds,
      { millis: 120_000, what: "the probes" }
    )
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "auto")` })
    const body = { username: "root", password: "correct horse" }
    await context.request.post(`${product.origin}/api/auth/login`, {
      data: body,
      headers: { origin: product.origin }
    })
    for (const subject of subjects) await measure(report, subject, { product, context, ffmpeg })
  } finally {
    await browser.close()
    await product.stop()
  }
}

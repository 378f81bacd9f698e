import { copyFileSync, linkSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { BrowserType, Page } from "playwright-core"
import { buildProduct, startProduct, temporaryFolder, until, type Product } from "./support/Product.ts"
import { makeReport, median, pause, sizeOf, type Log } from "./support/Report.ts"
import { longVideo, mediaTools } from "./support/SampleVideos.ts"
import { serveStaticStream } from "./support/StaticStream.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
/**
 * Number of segments of each height that are copied to the static server from which plain hls.js plays. They contain
 * the first minute of the video.
 */
const copiedSegments = 6

// Playwright is loaded at run time instead of being bundled, because it could not locate its own files from a bundle.
const load = createRequire(join(process.cwd(), "package.json"))
const { chromium } = load("playwright-core") as { readonly chromium: BrowserType }

/**
 * Runs the script `act` in the page and returns the milliseconds until the first animation frame in which the
 * expression `condition` is true.
 */
const timed = (page: Page, act: string, condition: string): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const begin = performance.now()
    const video = () => document.querySelector("video")
    const look = () => {
      if (video() && (${condition})) return resolve(performance.now() - begin)
      if (performance.now() - begin > 60000) return reject(new Error("nothing after a minute"))
      requestAnimationFrame(look)
    }
    ${act}
    look()
  })`)
const plays = "video().readyState > 2 && video().videoWidth > 0 && video().currentTime > 0 && !video().paused"
const press = (text: string) =>
  `[...document.querySelectorAll("[role=menuitemradio]")].find((one) => one.textContent.startsWith("${text}")).click();`
const showsAt = (share: number) =>
  `Math.abs(video().currentTime - ${share} * video().duration) < 8 && video().readyState > 2 && !video().seeking`
const seek = (share: number) => `video().currentTime = ${share} * video().duration;`

interface Item {
  readonly id: string
  readonly title: string
}

const bytesOf = async (product: Product, target: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${product.token()}` }
  const response = await fetch(new URL(target, product.origin), { headers })
  if (!response.ok) throw new Error(`${target}: ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/**
 * Makes the server encode the first minute of a video in its two lowest heights. Passes the encoded files to `put`,
 * which provides them to the static server. Returns the two heights.
 */
const warm = async (product: Product, id: string, put: (name: string, bytes: Buffer) => void) => {
  const base = `/api/video-stream/${id}/hls`
  const { renditions } = await product.call("GET", `${base}/status`)
  const heights = (renditions as ReadonlyArray<{ height: number }>)
    .map(({ height }) => height)
    .sort((one, other) => one - other)
    .slice(0, 2)
  // Leaves only these two heights in the playlist. At this bandwidth, our player would otherwise choose the copy of
  // the source, which could not be compared.
  const master = (await bytesOf(product, `${base}/master.m3u8`)).toString().split("\n")
  const kept = master.filter((line, n) => {
    const name = line.startsWith("#EXT-X-STREAM-INF") ? master[n + 1] : line
    return !name?.endsWith(".m3u8") || heights.some((height) => name === `${height}p.m3u8`)
  })
  put("master.m3u8", Buffer.from(kept.join("\n")))
  for (const height of heights) {
    put(`${height}p.m3u8`, await bytesOf(product, `${base}/${height}p.m3u8`))
    for (let n = 0; n < copiedSegments; n++)
      put(`${height}p/${n}.ts`, await bytesOf(product, `${base}/${height}p/${n}.ts`))
  }
  return heights
}

const choose = async (page: Page, label: string, height: number): Promise<number> => {
  await page.keyboard.press("q")
  await page.getByRole("menuitemradio").first().waitFor()
  return timed(page, press(label), `video().videoHeight === ${height}`)
}

/**
 * Measures the time from a click on play to the first picture in the app's player. Compares this time with plain
 * hls.js, which plays the same segments from static files.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const source = longVideo((await mediaTools()).ffmpeg)
  const media = join(temporaryFolder("player"), "media")
  mkdirSync(media)
  const names = ["Warm", ...Array.from({ length: rounds }, (_, n) => `Cold ${n}`)]
  for (const name of names) {
    try {
      linkSync(source, join(media, `${name}.mp4`))
    } catch {
      copyFileSync(source, join(media, `${name}.mp4`))
    }
  }
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("player-data") })
  const peer = await serveStaticStream(
    join(temporaryFolder("player-peer"), "files"),
    readFileSync(load.resolve("hls.js/dist/hls.min.js"))
  )
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]
  })
  try {
    await product.setup()
    await product.call("POST", "/api/jobs/queues/preview/pause")
    const library = { name: "F", contents: ["videos"], roots: [{ path: media }] }
    await product.call("POST", "/api/libraries", library)
    const items = await until(
      async () => {
        const { items } = await product.call("GET", "/api/videos?status=ready&sort=title&order=asc")
        return items.length === names.length ? (items as ReadonlyArray<Item>) : undefined
      },
      { millis: 120_000, what: "the probes" }
    )
    const idOf = (title: string): string => items.find((item) => item.title === title)?.id ?? ""
    const [low = 0, high = 0] = await warm(product, idOf("Warm"), peer.put)
    const found = new Map<string, Array<number>>()
    const add = (name: string, value: number): void =>
      void found.set(name, [...(found.get(name) ?? []), value])

    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "${low}")` })
      const body = { username: "root", password: "correct horse" }
      const headers = { origin: product.origin }
      await context.request.post(`${product.origin}/api/auth/login`, { data: body, headers })

      const plain = await context.newPage()
      await plain.goto(peer.origin)
      add("plain: first frame", await timed(plain, `document.querySelector("button").click();`, plays))
      await pause(3_000)
      const level = `hls.levels.findIndex((one) => one.height === ${high})`
      add(
        "plain: height",
        await timed(plain, `hls.currentLevel = ${level};`, `video().videoHeight === ${high}`)
      )
      await plain.close()

      const page = await context.newPage()
      const open = async (title: string): Promise<number> => {
        await page.goto(`${product.origin}/videos/${idOf(title)}`)
        const link = `a[href^="/watch/${idOf(title)}"]`
        await page.locator(link).first().waitFor()
        // Simulates a user who looks at the page before clicking, so that preloading has finished.
        await pause(1_500)
        return timed(page, `document.querySelector('${link}').click();`, plays)
      }
      add("ours: first frame", await open("Warm"))
      await pause(3_000)
      add("ours: height", await choose(page, `${high}p`, high))
      add("ours: first frame, cold", await open(`Cold ${round}`))
      await pause(3_000)
      add("ours: height, cold", await choose(page, `${high}p`, high))
      add("ours: seek to 80 %, cold", await timed(page, seek(0.8), showsAt(0.8)))
      await context.close()
    }
    const seconds = (values: ReadonlyArray<number>): string =>
      values.map((value) => (value / 1_000).toFixed(2)).join(", ")
    report.table(
      ["seconds", "median", "all"],
      [...found].map(([name, values]) => [name, seconds([median(values)]), seconds(values)])
    )
    const middle = (name: string): number => median(found.get(name) ?? []) / 1_000
    const check = (name: string, limit: number): void =>
      report.check(middle(name) < limit, `${name} in ${limit} s`, `${middle(name).toFixed(2)} s`)
    check("ours: first frame", 1.5)
    check("ours: height", 2)
    check("ours: seek to 80 %, cold", 3)
  } finally {
    await browser.close()
    peer.stop()
    await product.stop()
  }
}

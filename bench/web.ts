import { createRequire } from "node:module"
import { join } from "node:path"
import type { BrowserType } from "playwright-core"
import { makeVideoTree, mediaTools, tinyVideo } from "./support/SampleVideos.ts"
import { buildProduct, startProduct, temporaryFolder, until, type Product } from "./support/Product.ts"
import { makeReport, median, sizeOf, type Log } from "./support/Report.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
const scriptLimit = 110 * 1024
const paintLimit = 1_000

const load = async (product: Product, path: string) => {
  const response = await fetch(new URL(path, product.origin), { headers: { "accept-encoding": "gzip" } })
  const bytes = Number(response.headers.get("content-length"))
  return { bytes, text: await response.text(), isGzip: response.headers.get("content-encoding") === "gzip" }
}

/**
 * Loads every file that the page needs for its first frame: the files that the HTML references, and their static
 * imports.
 */
const firstLoad = async (product: Product) => {
  const page = await load(product, "/")
  const found = new Map<string, number>([["/", page.bytes]])
  const queue = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!
  )
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (found.has(path)) continue
    const { bytes, text } = await load(product, path)
    found.set(path, bytes)
    if (!path.endsWith(".js")) continue
    const imports = /(?:\bfrom|\bimport)\s*["'](\.\/[^"']+\.js)["']/g
    for (const [, name] of text.matchAll(imports)) queue.push(new URL(name!, `http://x${path}`).pathname)
  }
  return found
}

// Load Playwright at run time instead of bundling it, because it must find the other files of its package.
const { chromium } = createRequire(join(process.cwd(), "package.json"))("playwright-core") as {
  readonly chromium: BrowserType
}

/** Script that runs in the page and returns the time of the largest contentful paint. */
const lastPaint = `new Promise((resolve) => {
  let last = NaN
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry.startTime
  }).observe({ type: "largest-contentful-paint", buffered: true })
  setTimeout(() => resolve(last), 500)
})`

/** Returns the time in milliseconds until the largest contentful paint, in a browser with an empty cache. */
const largestPaint = async (product: Product, isSignedIn: boolean): Promise<number> => {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"]
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    if (isSignedIn) {
      const body = { username: "root", password: "correct horse" }
      await context.request.post(`${product.origin}/api/auth/login`, {
        data: body,
        headers: { origin: product.origin }
      })
    }
    await page.goto(`${product.origin}/`, { waitUntil: "networkidle" })
    return Number(await page.evaluate(lastPaint))
  } finally {
    await browser.close()
  }
}

/** Measures the size of the first page of the web app, and the time until it is painted. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("web") })
  try {
    await product.setup()
    const media = temporaryFolder("web-media")
    makeVideoTree(media, tinyVideo((await mediaTools()).ffmpeg), 200)
    await product.call("POST", "/api/libraries", {
      name: "Films",
      contents: ["videos"],
      roots: [{ path: media }]
    })
    await until(async () => (await product.call("GET", "/api/videos?status=ready&perPage=1")).total === 200, {
      millis: 60_000,
      what: "200 videos"
    })
    const files = [...(await firstLoad(product))]
    report.table(
      ["first load", "gzip bytes"],
      files.map(([path, bytes]) => [path, bytes])
    )
    const scripts = files.filter(([path]) => path.endsWith(".js")).reduce((sum, [, bytes]) => sum + bytes, 0)
    report.check(
      scripts > 0 && scripts <= scriptLimit,
      "first load of / in 110 KiB of gzip JavaScript",
      `${(scripts / 1024).toFixed(1)} KiB`
    )
    for (const [name, isSignedIn] of [
      ["signed out", false],
      ["signed in, 200 videos", true]
    ] as const) {
      const found: Array<number> = []
      for (let round = 0; round < rounds; round++) found.push(await largestPaint(product, isSignedIn))
      const paint = median(found)
      const all = found.map((value) => value.toFixed(0)).join(", ")
      report.check(
        paint < paintLimit,
        `largest paint of / in 1 s, ${name}`,
        `${paint.toFixed(0)} ms (${all})`
      )
    }
  } finally {
    await product.stop()
  }
}

import { builtPrograms } from "@media/testkit/product/Launcher"
import { Product } from "@media/testkit/product/Product"
import { admin } from "@media/testkit/seed/Accounts"
import { addLargeGallery } from "@media/testkit/seed/ManyImages"
import { addManyVideos } from "@media/testkit/seed/ManyPictures"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { BrowserType } from "playwright-core"
import { comparedWithBlank, type Scrolled } from "../test/browser/support/Wheel.ts"
import { buildProduct, freePort, temporaryFolder } from "./support/Product.ts"
import { makeReport, median, sizeOf, type Log } from "./support/Report.ts"

const videos = sizeOf("BENCH_VIDEOS", 3_000)
const images = sizeOf("BENCH_IMAGES", 10_000)
const rounds = sizeOf("BENCH_ROUNDS", 5)

// Playwright is loaded at run time instead of being bundled, because it looks for its own files.
const { chromium } = createRequire(join(process.cwd(), "package.json"))("playwright-core") as {
  readonly chromium: BrowserType
}

const scrolled = async (origin: string, path: string): Promise<ReadonlyArray<Scrolled>> => {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"]
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: origin })
    await context.request.post("/api/auth/login", { data: admin, headers: { origin } })
    const page = await context.newPage()
    await page.goto(path)
    await page.locator("main [data-main]").first().waitFor()
    return await comparedWithBlank(await context.newPage(), page, rounds)
  } finally {
    await browser.close()
  }
}

const columns = [
  ["blank p95 ms", "blankP95"],
  ["p50 ms", "p50"],
  ["p95 ms", "p95"],
  ["screens", "screens"],
  ["CPU ms per frame", "frameMillis"],
  ["CPU ms per screen", "screenMillis"],
  ["styles per screen", "styles"],
  ["layouts per screen", "layouts"]
] as const

/**
 * Measures scrolling with the mouse wheel through a list of video cards and through a gallery. Each measurement
 * alternates with one of a blank page in the same browser, as a reference.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const product = new Product(temporaryFolder("scroll"), await freePort(), builtPrograms)
  await product.run()
  try {
    await product.setUp(admin)
    await addManyVideos(product, videos)
    const gallery = await addLargeGallery(product, images)
    for (const [what, path] of [
      [`a list of ${videos} videos`, "/videos"],
      [`a gallery of ${images} images`, `/galleries/${gallery}`]
    ] as const) {
      const turns = await scrolled(product.origin, path)
      report.table(
        [what, ...columns.map(([name]) => name)],
        turns.map((turn, n) => [`${n + 1}`, ...columns.map(([, key]) => turn[key].toFixed(1))])
      )
      const of = (key: keyof Scrolled): number => median(turns.map((turn) => turn[key]))
      report.check(
        of("p95") <= 2 * of("blankP95"),
        `frames of ${what} under the wheel, p95 at most twice a blank page's`,
        `${of("p95").toFixed(1)} ms, blank page ${of("blankP95").toFixed(1)} ms`
      )
    }
  } finally {
    await product.stop()
  }
}

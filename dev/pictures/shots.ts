import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import sharp from "sharp"
import type { Product } from "@media/testkit/product/Product"
import { admin } from "@media/testkit/seed/Accounts"
import type { Shot } from "./pages.ts"

const widths = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const
const themes = ["dark", "light"] as const
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

const looks = Object.values(widths).flatMap((viewport) => themes.map((theme) => ({ theme, viewport })))
type Look = (typeof looks)[number]
const fileOf = (name: string, { theme, viewport }: Look): string => `${name}-${viewport.width}-${theme}.png`

/**
 * Script that returns true if all images in the viewport have loaded. Images below the viewport load only when the user
 * scrolls to them.
 */
const ARE_PICTURES_THERE =
  "[...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight)"

const visit = async (
  browser: Browser,
  product: Product,
  pages: ReadonlyArray<Shot>,
  out: string,
  look: Look
): Promise<ReadonlyArray<string>> => {
  const context = await browser.newContext({
    baseURL: product.origin,
    colorScheme: look.theme,
    viewport: look.viewport,
    hasTouch: look.viewport.width < 500,
    isMobile: look.viewport.width < 500
  })
  const problems: Array<string> = []
  const answer = await context.request.post("/api/auth/login", {
    data: { client: "pictures", deviceName: "Pictures", ...admin },
    headers: { origin: product.origin }
  })
  if (!answer.ok()) throw new Error(`sign in: ${answer.status()}`)
  const page = await context.newPage()
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`))
  for (const { after = 250, name, path } of pages) {
    await page.goto(path)
    await page.waitForLoadState("networkidle", { timeout: 2_500 }).catch(() => undefined)
    // On a busy machine, images may still be loading after the network wait above has timed out.
    await page.waitForFunction(ARE_PICTURES_THERE, undefined, { timeout: 15_000 }).catch(() => undefined)
    await page.waitForTimeout(after)
    await page.screenshot({ path: join(out, fileOf(name, look)) })
    const wide = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))
    if (wide > 0) problems.push(`${name} at ${look.viewport.width}: ${wide} px wider than the window`)
  }
  await context.close()
  return problems
}

/**
 * Takes a screenshot of each page at each width and theme. Returns a line for each script error and for each page that
 * is wider than the window.
 */
export const shoot = async (
  product: Product,
  pages: ReadonlyArray<Shot>,
  out: string,
  print: (line: string) => void
): Promise<ReadonlyArray<string>> => {
  const executablePath = process.env["CHROMIUM_PATH"] ?? browsers.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error("Chromium is needed: install it or set CHROMIUM_PATH")
  const browser = await chromium.launch({
    executablePath,
    args: ["--headless=new", "--no-sandbox", "--disable-gpu"]
  })
  const problems: Array<string> = []
  try {
    for (const look of looks) {
      print(`Taking ${pages.length} pictures at ${look.viewport.width} px, ${look.theme} ...`)
      problems.push(...(await visit(browser, product, pages, out, look)))
    }
  } finally {
    await browser.close()
  }
  return problems
}

const GAP = 12

/** Combines the screenshots of each width and theme into a contact sheet. */
export const putTogether = async (pages: ReadonlyArray<Shot>, out: string): Promise<void> => {
  for (const look of looks) {
    const isNarrow = look.viewport.width < 500
    const [columns, width] = isNarrow ? [9, 195] : [4, 480]
    const height = Math.round((width * look.viewport.height) / look.viewport.width)
    const rows = Math.ceil(pages.length / columns)
    const tiles = await Promise.all(
      pages.map(async ({ name }, at) => ({
        input: await sharp(join(out, fileOf(name, look)))
          .resize(width, height)
          .png()
          .toBuffer(),
        left: GAP + (at % columns) * (width + GAP),
        top: GAP + Math.floor(at / columns) * (height + GAP)
      }))
    )
    await sharp({
      create: {
        width: GAP + columns * (width + GAP),
        height: GAP + rows * (height + GAP),
        channels: 3,
        background: "#777777"
      }
    })
      .composite(tiles)
      .png({ palette: true })
      .toFile(join(out, `sheet-${look.viewport.width}-${look.theme}.png`))
  }
}

/**
 * Names of the pages shown in the README. Keep this list short, because every clone of the repository downloads their
 * screenshots.
 */
const inReadme = ["home", "series", "photos", "album", "books", "operations"]

export const writeReadme = async (pages: ReadonlyArray<Shot>, out: string, folder: string): Promise<void> => {
  for (const name of inReadme.filter((one) => pages.some((page) => page.name === one)))
    await sharp(join(out, `${name}-1440-dark.png`))
      .resize(1200)
      .webp({ quality: 80 })
      .toFile(join(folder, `${name}.webp`))
}

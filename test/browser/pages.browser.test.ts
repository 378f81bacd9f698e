import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { beforeAll, describe, expect, it } from "vitest"
import type { Device } from "./support/Browser.ts"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually } from "@media/testkit/product/Time"

const { device, product, stranger } = useProduct("pages", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm", "corrupt"])
  library = await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

let library = ""
let routes: ReadonlyArray<string> = []
beforeAll(async () => {
  const video = await product().videoId(titles.plain)
  const torn = await product().videoId(titles.corrupt)
  const { items } = await product().data<{ items: ReadonlyArray<{ id: string }> }>(
    "GET",
    "/api/jobs?status=failed"
  )
  routes = [
    "/",
    "/videos",
    "/videos?view=table",
    `/videos/${video}`,
    `/videos/${torn}`,
    `/watch/${video}`,
    `/watch/${torn}`,
    "/admin/libraries",
    "/admin/libraries?add=1",
    `/admin/libraries/${library}`,
    "/admin/settings",
    "/ops",
    `/ops/runs/${items[0]!.id}`,
    "/ops/queues/media-probe",
    "/account",
    "/whats-new",
    "/forbidden",
    "/no/such/page"
  ]
})

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const JUDGE = `(async () => {
  const { violations } = await window.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
  })
  const wide = [...document.querySelectorAll("main *")].filter(
    (element) =>
      element.getBoundingClientRect().right > innerWidth + 1 &&
      getComputedStyle(element).position !== "absolute" &&
      !element.closest("[class*=overflow]:not(main)")
  )
  return {
    overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    wide: wide.slice(0, 3).map((element) => element.tagName + "." + element.className),
    violations: violations.map((found) =>
      found.id + ": " + found.nodes.slice(0, 3).map((node) =>
        node.target.join(" ") + " " + (node.any[0]?.message ?? "").slice(0, 120)).join(" | "))
  }
})()`

const judge = async ({ page }: Device, route: string): Promise<ReadonlyArray<string>> => {
  await page.goto(route)
  await page.locator("h1, h2").first().waitFor({ state: "attached" })
  await eventually(
    "skeletons are gone",
    async () => (await page.locator(".animate-pulse, .skeleton").count()) === 0
  )
  await page.waitForTimeout(150)
  // By the protocol, because the page's own policy refuses a script element.
  const session = await page.context().newCDPSession(page)
  await session.send("Runtime.evaluate", { expression: axe })
  const { overflow, violations, wide } = await page.evaluate<{
    overflow: number
    wide: ReadonlyArray<string>
    violations: ReadonlyArray<string>
  }>(JUDGE)
  await session.detach()
  return [
    ...violations,
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...wide.map((element) => `too wide: ${element}`)
  ].map((problem) => `${route}: ${problem}`)
}

const widths = {
  1440: { viewport: { width: 1440, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
} as const

describe.each(["dark", "light"] as const)("every page, %s", (colorScheme) => {
  it.each([1440, 390] as const)("is accessible and fits at %i px", async (width) => {
    const options = { ...widths[width], colorScheme, reducedMotion: "reduce" as const }
    const visitor = await stranger(options)
    visitor.expect(/^401 GET \/api\/auth\/me/)
    const problems = [...(await judge(visitor, "/login"))]
    const viewer = await device(undefined, options)
    for (const route of routes) problems.push(...(await judge(viewer, route)))
    expect(problems).toEqual([])
  })
})

import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { overflowOf, violations } from "./Axe.ts"
import { smallTargets } from "./Targets.ts"

const WIDE = `[...document.querySelectorAll("main *")].filter(
  (element) =>
    element.getBoundingClientRect().right > innerWidth + 1 &&
    getComputedStyle(element).position !== "absolute" &&
    !element.closest("[class*=overflow]:not(main)")
).slice(0, 3).map((element) => element.tagName + "." + element.className)`

/**
 * Returns the problems of the current page after its skeletons have disappeared: accessibility violations, horizontal
 * overflow, and controls that are too small.
 */
export const judgePage = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.locator("h1, h2").first().waitFor({ state: "attached" })
  await eventually(
    "skeletons are gone",
    async () => (await page.locator(".animate-pulse, .skeleton").count()) === 0
  )
  await page.waitForTimeout(150)
  const overflow = await overflowOf(page)
  const wide = await page.evaluate<ReadonlyArray<string>>(WIDE)
  return [
    ...(await violations(page)),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
    ...wide.map((element) => `too wide: ${element}`),
    ...(await smallTargets(page)).map((control) => `too small to press: ${control}`)
  ]
}

/** Window sizes of a desktop and of a phone, keyed by width. */
export const widths = {
  1440: { viewport: { width: 1440, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
} as const

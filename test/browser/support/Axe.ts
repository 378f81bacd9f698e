import type { Page } from "playwright-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const every = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** Rules whose result depends on the theme. */
const colors = ["color-contrast"]

/** Selects either all rules, or only the rules whose result depends on the colors. */
export type Rules = "all" | "colors"

/** Returns the rules for a page that is checked in both themes. Rules that do not depend on colors run only once. */
export const rulesOf = (theme: "dark" | "light"): Rules => (theme === "dark" ? "all" : "colors")

// Ignores elements below a floating bar. They become accessible again when the user scrolls them into view.
const judge = (within: string, rules: Rules) => `(async () => {
  const isUnderBar = (node) => {
    const element = document.querySelector(node.target.at(-1))
    if (element === null || element.closest(".floating")) return false
    const { bottom, left, right, top } = element.getBoundingClientRect()
    return [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]].some(
      ([x, y]) => document.elementFromPoint(x, y)?.closest(".floating")
    )
  }
  const { violations } = await window.axe.run(${JSON.stringify(within)}, {
    runOnly: ${JSON.stringify(rules === "all" ? every : colors)}
  })
  return violations.flatMap(({ id, nodes }) => {
    const left = id === "target-size" ? nodes.filter((node) => !isUnderBar(node)) : nodes
    return left.length === 0 ? [] : [id + ": " + left.slice(0, 3).map((node) =>
      node.target.join(" ") + " " + node.html.slice(0, 200) + " " + (node.any[0]?.message ?? "").slice(0, 120)).join(" | ")]
  })
})()`

/**
 * Script that waits for fade-ins to end, because their colors are temporary. It does not wait for endless animations,
 * such as spinners.
 */
const AT_REST = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 2_000)),
  Promise.allSettled(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished))
]).then(() => undefined)`

/**
 * Returns the accessibility violations that axe finds in the current page with its menus and dialogs. `within` is a
 * selector that limits the search.
 */
export const violations = async (
  page: Page,
  within = "html",
  rules: Rules = "all"
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    // axe runs through the DevTools protocol, because the page's content security policy blocks script elements.
    const session = await page.context().newCDPSession(page)
    await session.send("Runtime.evaluate", { expression: axe })
    await session.detach()
  }
  await page.evaluate(AT_REST)
  return page.evaluate<ReadonlyArray<string>>(judge(within, rules))
}

/**
 * Script that makes colors change immediately. Inherited colors would otherwise start a transition at each level of the
 * page.
 */
const NO_TRANSITIONS = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("*, *::before, *::after { transition: none !important }")
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

/**
 * Returns the contrast problems of the current page in the light theme. The page must use the dark theme, and uses it
 * again afterwards.
 */
export const lightViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(NO_TRANSITIONS)
  await page.emulateMedia({ colorScheme: "light" })
  await page.locator("html[data-theme=light]").waitFor()
  const found = await violations(page, "html", "colors")
  await page.emulateMedia({ colorScheme: "dark" })
  await page.locator("html[data-theme=dark]").waitFor()
  return found.map((problem) => `light: ${problem}`)
}

/** Returns the number of pixels by which the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - innerWidth)")

/**
 * Returns the accessibility violations and the horizontal overflow of the current page. Each problem begins with
 * `state`, which describes what the page shows.
 */
export const judgeNow = async (
  page: Page,
  state: string,
  rules: Rules = "all"
): Promise<ReadonlyArray<string>> => {
  const overflow = await overflowOf(page)
  const tooWide = overflow > 0 ? [`${overflow} px wider than the window`] : []
  return [...tooWide, ...(await violations(page, "html", rules))].map((problem) => `${state}: ${problem}`)
}

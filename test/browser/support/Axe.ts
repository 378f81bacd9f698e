import type { Page } from "playwright-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const every = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** The only rule whose result depends on the theme. */
const colors = ["color-contrast"]

/** `all` rules, or those that depend on the `colors`. */
export type Rules = "all" | "colors"

/** The rules for a page that is judged in both themes: all of them once. */
export const rulesOf = (theme: "dark" | "light"): Rules => (theme === "dark" ? "all" : "colors")

// An element below a floating bar becomes a target again when it is scrolled into view.
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

/** Ignores colors during fade-ins. Endless animations, such as spinners, are not awaited. */
const AT_REST = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 2_000)),
  Promise.allSettled(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished))
]).then(() => undefined)`

/** The findings of axe for the current page with its menus and dialogs. `within` limits them to a selector. */
export const violations = async (
  page: Page,
  within = "html",
  rules: Rules = "all"
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    // Runs through the DevTools protocol, because the page's content security policy blocks script elements.
    const session = await page.context().newCDPSession(page)
    await session.send("Runtime.evaluate", { expression: axe })
    await session.detach()
  }
  await page.evaluate(AT_REST)
  return page.evaluate<ReadonlyArray<string>>(judge(within, rules))
}

/** Pixels by which the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - innerWidth)")

/** The problems of the current page, each with the state in which it was found. */
export const judgeNow = async (
  page: Page,
  state: string,
  rules: Rules = "all"
): Promise<ReadonlyArray<string>> => {
  const overflow = await overflowOf(page)
  const tooWide = overflow > 0 ? [`${overflow} px wider than the window`] : []
  return [...tooWide, ...(await violations(page, "html", rules))].map((problem) => `${state}: ${problem}`)
}

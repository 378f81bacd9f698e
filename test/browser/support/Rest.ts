import type { Page } from "playwright-core"

/** A script for each page. It adds up unexpected layout shifts in `shift` and lists the shifted elements in `moved`. */
export const COUNT_SHIFTS = `window.shift = 0
window.moved = []
const boxOf = ({ height, width, x, y }) => [x, y, width, height].map(Math.round).join(" ")
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  if (entry.hadRecentInput) return
  window.shift += entry.value
  for (const { currentRect, node, previousRect } of entry.sources)
    window.moved.push((node?.tagName ?? node?.data ?? "gone") + "." + String(node?.className ?? "").slice(0, 60) +
      " " + boxOf(previousRect) + " -> " + boxOf(currentRect))
})).observe({ type: "layout-shift", buffered: true })`

/** Returns the layout shift of the page since it was opened, and the shifted elements. Requires `COUNT_SHIFTS`. */
export const shiftOf = (
  page: Page
): Promise<{ readonly shift: number; readonly moved: ReadonlyArray<string> }> =>
  page.evaluate(`({ shift: window.shift, moved: window.moved.slice(0, 8) })`)

/**
 * Returns the position of a page's title, or of the back link if the page begins with a back link. Returns "hero" if
 * the title is on artwork.
 */
export const titlePosition = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const title = document.querySelector("h1")
    if (title.closest("[data-hero]")) return "hero"
    const row = title.parentElement
    const { left, top } = title.getBoundingClientRect()
    const edge = row.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(row).paddingLeft)
    return Math.round(row.querySelector("nav") === null ? left : edge) + "," + Math.round(top)
  })()`)

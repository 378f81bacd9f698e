import type { Page } from "playwright-core"

const SMALL = `[...document.querySelectorAll("main :is(button, a, input)")].flatMap((control) => {
  const { height, width, right } = control.getBoundingClientRect()
  const isSeen = width > 0 && getComputedStyle(control).visibility === "visible"
  const name = control.getAttribute("aria-label") ?? control.textContent
  return isSeen && (height < 44 || width < 44 || right > innerWidth) ? [name + " " + width + "x" + height] : []
})`

/** Controls that a finger misses, or that stick out of the page. */
export const smallTargets = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(SMALL)

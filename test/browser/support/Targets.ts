import type { Page } from "playwright-core"

/**
 * Script that returns controls whose target area is too small. The target area of a control includes its label and a
 * pseudo-element that covers the card or row. A link within a sentence may be only as tall as its line (WCAG 2.5.8,
 * "Inline"). With a mouse, the rating stars are a single target, whose position selects the value, like a slider.
 */
const SMALL = `(() => {
  const least = matchMedia("(pointer: coarse)").matches ? 44 : 24
  const open = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].at(-1)
  const within = open ?? document
  const controls = within.querySelectorAll("button, a[href], input, select, textarea, summary, [role^=menuitem]")
  const isSeen = (control) => {
    const { height, width } = control.getBoundingClientRect()
    return width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true }) &&
      control.closest("[inert], [aria-hidden=true]") === null
  }
  const isInSentence = (control) => control.tagName === "A" && getComputedStyle(control).display === "inline" &&
    control.parentElement.textContent.trim() !== control.textContent.trim()
  const sizesOf = (control) => {
    const group = least === 24 && control.type === "radio" ? control.closest("fieldset") : null
    const areas = [control, control.closest("label"), ...(control.labels ?? []), group].filter((each) => each !== null)
    const { height, position, width } = getComputedStyle(control, "::after")
    return [
      ...areas.map((area) => area.getBoundingClientRect()),
      ...(position === "absolute" ? [{ height: parseFloat(height), width: parseFloat(width) }] : [])
    ]
  }
  const isLarge = (control) =>
    sizesOf(control).some(({ height, width }) => height > least - 0.5 && width > least - 0.5)
  const small = [...controls].filter((control) =>
    isSeen(control) && !isInSentence(control) && !isLarge(control))
  return small.map((control) => {
    const { height, width } = control.getBoundingClientRect()
    const name = control.getAttribute("aria-label") ?? control.textContent.trim().slice(0, 40)
    return control.tagName.toLowerCase() + ' "' + name + '" ' + Math.round(width) + "x" + Math.round(height) +
      " of " + least + " (" + control.className.toString().slice(0, 80) + ")"
  })
})()`

/**
 * Returns the controls that are too small for a finger (44 px) or a mouse (24 px). If a popup is open, returns only
 * controls in the popup, otherwise controls in the page.
 */
export const smallTargets = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(SMALL)

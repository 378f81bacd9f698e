import { onScopeDispose, watch, type Ref } from "vue"

/**
 * CSS property of the root element that contains the height of the bar. Floating elements use this property to stay
 * above the bar.
 */
const HEIGHT = "--bar-height"

export const useBarHeight = (bar: Readonly<Ref<HTMLElement | null>>): void => {
  const { style } = document.documentElement
  const sizes = new ResizeObserver(([entry]) => {
    if (!(entry?.target instanceof HTMLElement)) return
    const margin = Number.parseFloat(getComputedStyle(entry.target).marginBottom) || 0
    style.setProperty(HEIGHT, `${entry.target.offsetHeight + margin}px`)
  })
  watch(bar, (now) => {
    sizes.disconnect()
    if (now) sizes.observe(now)
    else style.removeProperty(HEIGHT)
  })
  onScopeDispose(() => {
    sizes.disconnect()
    style.removeProperty(HEIGHT)
  })
}

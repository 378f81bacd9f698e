import { onScopeDispose, watch, type Ref } from "vue"

/** A CSS property of the root element, so that floating elements are placed above the bar. */
const HEIGHT = "--bar-height"

export const useBarHeight = (bar: Readonly<Ref<HTMLElement | null>>): void => {
  const { style } = document.documentElement
  const sizes = new ResizeObserver(([entry]) => {
    if (entry) style.setProperty(HEIGHT, `${(entry.target as HTMLElement).offsetHeight}px`)
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

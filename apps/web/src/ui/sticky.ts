import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from "vue"

/** Returns a ref that is true while the page is scrolled down. The header then has a border. */
export const useHasScrolled = (
  scroller: Readonly<Ref<HTMLElement | null>>
): Readonly<ShallowRef<boolean>> => {
  const hasScrolled = shallowRef(false)
  watch(
    scroller,
    (box, _before, onCleanup) => {
      if (!box) return
      const look = (): void => void (hasScrolled.value = box.scrollTop > 0)
      look()
      box.addEventListener("scroll", look, { passive: true })
      onCleanup(() => box.removeEventListener("scroll", look))
    },
    { immediate: true }
  )
  return hasScrolled
}

/** Keeps the CSS property `--sticky` of the scrolling area equal to the height of the page's header, in pixels. */
export const useStickyHeight = (
  head: Readonly<Ref<HTMLElement | null>>,
  scroller: Readonly<Ref<HTMLElement | null>>
): void => {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize
    if (height !== undefined) scroller.value?.style.setProperty("--sticky", `${Math.round(height)}px`)
  })
  watch(head, (element, before) => {
    if (before) observer.unobserve(before)
    if (element) observer.observe(element)
  })
  onScopeDispose(() => observer.disconnect())
}

import { onScopeDispose, shallowRef, watch, type Ref } from "vue"

/** Measures the width and the visible part of a list inside a scrolling element, once per frame. */
export const useListBox = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  content: Readonly<Ref<HTMLElement | null>>,
  /** Called on each scroll event, before the list renders the new position. */
  onScroll?: () => void
) => {
  const width = shallowRef(0)
  const viewportHeight = shallowRef(0)
  /** Distance in pixels by which the list is scrolled out at the top. */
  const scrolled = shallowRef(0)
  /**
   * False until the first measurement. Until then, the list renders no cells, because cards would first appear in one
   * wide column and then move.
   */
  const isMeasured = shallowRef(false)

  let frame = 0
  const measure = (): void => {
    frame = 0
    if (!scroller.value || !content.value) return
    isMeasured.value = true
    width.value = content.value.clientWidth
    viewportHeight.value = scroller.value.clientHeight
    scrolled.value = scroller.value.getBoundingClientRect().top - content.value.getBoundingClientRect().top
  }
  const schedule = (): void => {
    frame ||= requestAnimationFrame(measure)
  }

  watch(
    [scroller, content],
    ([box, list], _before, onCleanup) => {
      if (!box || !list) return
      const sizes = new ResizeObserver(schedule)
      sizes.observe(box)
      sizes.observe(list)
      const onMove = (): void => {
        onScroll?.()
        schedule()
      }
      box.addEventListener("scroll", onMove, { passive: true })
      measure()
      onCleanup(() => {
        sizes.disconnect()
        box.removeEventListener("scroll", onMove)
      })
    },
    { immediate: true, flush: "post" }
  )
  onScopeDispose(() => cancelAnimationFrame(frame))

  return { width, viewportHeight, scrolled, isMeasured, measure }
}

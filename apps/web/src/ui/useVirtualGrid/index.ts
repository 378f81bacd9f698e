import { computed, onScopeDispose, shallowRef, watch, type Ref } from "vue"
import { gridWindow } from "./geometry"

export interface VirtualGridOptions {
  /** Cells are at least this wide; left out there is one column. */
  readonly minCell?: number | undefined
  readonly gap?: number | undefined
  readonly overscan?: number | undefined
  readonly cellHeight: (cellWidth: number) => number
}

/** Draws only the rows in view of a list of equal cells that lies somewhere inside a scrolling element. */
export const useVirtualGrid = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  content: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  options: VirtualGridOptions
) => {
  const { gap = 0, minCell, overscan = 2 } = options
  const width = shallowRef(0)
  const viewportHeight = shallowRef(0)
  const scrolled = shallowRef(0)

  const columns = computed(() =>
    minCell === undefined ? 1 : Math.max(1, Math.floor((width.value + gap) / (minCell + gap)))
  )
  const cellWidth = computed(() => Math.max(0, (width.value - gap * (columns.value - 1)) / columns.value))
  const rowHeight = computed(() => Math.max(1, Math.round(options.cellHeight(cellWidth.value))) + gap)
  const view = computed(() =>
    gridWindow({
      count: count(),
      columns: columns.value,
      rowHeight: rowHeight.value,
      viewportHeight: viewportHeight.value,
      scrolled: scrolled.value,
      overscan
    })
  )

  let frame = 0
  const measure = (): void => {
    frame = 0
    if (!scroller.value || !content.value) return
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
      box.addEventListener("scroll", schedule, { passive: true })
      measure()
      onCleanup(() => {
        sizes.disconnect()
        box.removeEventListener("scroll", schedule)
      })
    },
    { immediate: true, flush: "post" }
  )
  onScopeDispose(() => cancelAnimationFrame(frame))

  /** Brings a cell into view with the least movement. */
  const scrollToIndex = (index: number, clearTop = 0): void => {
    if (!scroller.value) return
    measure()
    const real = Math.floor(index / columns.value) * rowHeight.value
    const top = real / view.value.scale
    const bottom = top + rowHeight.value
    if (top < scrolled.value + clearTop) scroller.value.scrollTop += top - scrolled.value - clearTop
    else if (bottom > scrolled.value + viewportHeight.value)
      scroller.value.scrollTop += bottom - scrolled.value - viewportHeight.value
    measure()
  }

  return { columns, cellWidth, rowHeight, view, scrollToIndex }
}

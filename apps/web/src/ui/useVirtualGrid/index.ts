import { computed, nextTick, watch, type Ref } from "vue"
import { useListBox } from "../useListBox"
import { gridWindow, type GridWindow, isSameWindow } from "./geometry"

export interface VirtualGridOptions {
  /**
   * Returns the minimum cell width for a list that is `listWidth` pixels wide. If the function is missing or returns
   * undefined, the list has one column.
   */
  readonly minCell?: (listWidth: number) => number | undefined
  readonly gap?: () => number
  readonly overscan?: number | undefined
  /** Called on each scroll event, before the list renders the new position. */
  readonly onScroll?: () => void
  readonly cellHeight: (cellWidth: number) => number
}

/** Renders only the visible rows of a list of equal cells inside a scrolling element. */
export const useVirtualGrid = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  content: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  options: VirtualGridOptions
) => {
  const { gap = () => 0, minCell: leastOf = () => undefined, overscan = 2 } = options
  const { isMeasured, measure, scrolled, viewportHeight, width } = useListBox(
    scroller,
    content,
    options.onScroll
  )

  const columns = computed(() => {
    const minCell = leastOf(width.value)
    if (minCell === undefined) return 1
    return Math.max(1, Math.floor((width.value + gap()) / (minCell + gap())))
  })
  const cellWidth = computed(() => Math.max(0, (width.value - gap() * (columns.value - 1)) / columns.value))
  const rowHeight = computed(() => Math.max(1, Math.round(options.cellHeight(cellWidth.value))) + gap())
  /**
   * The rendered range. Remains the same object until the range changes, so that scrolling by a pixel does not cause
   * updates.
   */
  const view = computed<GridWindow>((before) => {
    const now = gridWindow({
      count: isMeasured.value ? count() : 0,
      columns: columns.value,
      rowHeight: rowHeight.value,
      viewportHeight: viewportHeight.value,
      scrolled: scrolled.value,
      overscan
    })
    return before && isSameWindow(before, now) ? before : now
  })

  // Keeps the top row in place when a phone is rotated or the card size changes.
  watch([columns, rowHeight], async (_now, [oldColumns, oldRowHeight]) => {
    const box = scroller.value
    const list = content.value
    if (!box || !list || scrolled.value <= 0) return
    const scaleBefore = view.value.scale
    const first = Math.floor((scrolled.value * scaleBefore) / oldRowHeight) * oldColumns
    await nextTick()
    const top = (Math.floor(first / columns.value) * rowHeight.value) / view.value.scale
    const offset = box.getBoundingClientRect().top - list.getBoundingClientRect().top
    box.scrollTop += top - offset
    measure()
  })

  /**
   * Scrolls a cell into view by the shortest distance. `clearTop` is the height of sticky elements that would cover the
   * cell.
   */
  const scrollToIndex = (index: number, clearTop = 0): void => {
    if (!scroller.value) return
    measure()
    const { scale } = view.value
    // In a list that is taller than `MAX_SCROLL_HEIGHT`, each scrolled pixel moves the rows by `scale` pixels.
    const above = Math.floor(index / columns.value) * rowHeight.value - scrolled.value * scale - clearTop
    const below = above + clearTop + rowHeight.value - viewportHeight.value
    if (above < 0) scroller.value.scrollTop += above / scale
    else if (below > 0) scroller.value.scrollTop += below / scale
    measure()
  }

  return { columns, cellWidth, rowHeight, view, scrollToIndex }
}

import { computed, nextTick, watch, type Ref } from "vue"
import { useListBox } from "../useListBox"
import { gridWindow, type GridWindow, isSameWindow } from "./geometry"

export interface VirtualGridOptions {
  /** The minimum cell width for a list of this width. If it returns undefined or is missing, there is one column. */
  readonly minCell?: (listWidth: number) => number | undefined
  readonly gap?: () => number
  readonly overscan?: number | undefined
  /** Called before anything is rendered for the new position. */
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
  /** Returns the same object until the rendered range changes, instead of a new one for each scrolled pixel. */
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

  /** Scrolls a cell into view by the shortest distance, below sticky elements of the given height. */
  const scrollToIndex = (index: number, clearTop = 0): void => {
    if (!scroller.value) return
    measure()
    const { scale } = view.value
    // With a reduced height, each scrolled pixel moves the rows by `scale` pixels.
    const above = Math.floor(index / columns.value) * rowHeight.value - scrolled.value * scale - clearTop
    const below = above + clearTop + rowHeight.value - viewportHeight.value
    if (above < 0) scroller.value.scrollTop += above / scale
    else if (below > 0) scroller.value.scrollTop += below / scale
    measure()
  }

  return { columns, cellWidth, rowHeight, view, scrollToIndex }
}

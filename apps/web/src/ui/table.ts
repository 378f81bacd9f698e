import { computed, onScopeDispose, shallowRef, watch, type Ref } from "vue"

export interface TableColumn {
  readonly key: string
  readonly label: string
  /** Hides the label visually, for example above buttons. Screen readers still read it. */
  readonly isUnlabeled?: true
  /**
   * Either `120px`, or `2fr` for a share of the remaining width. The width must not depend on the content, because the
   * layout of each row would then depend on all other rows.
   */
  readonly width: `${number}px` | `${number}fr`
  /** Set to `end` for numbers. */
  readonly align?: "end"
  /** Name of the field by which the table is sorted when the user clicks the header. */
  readonly sort?: string
  /** Minimum width of the table in pixels at which this column is shown. */
  readonly from?: number
}

export interface TableSort {
  readonly by: string
  readonly descending: boolean
}

export const columnTemplate = (columns: ReadonlyArray<TableColumn>): string =>
  columns.map(({ width }) => (width.endsWith("fr") ? `minmax(0,${width})` : width)).join(" ")

/**
 * Returns the sort order after a click on a column. A click on the sorted column reverses the order. A click on another
 * column sorts by this column in ascending order.
 */
export const nextSort = (by: string, now: TableSort | undefined): TableSort => ({
  by,
  descending: now?.by === by && !now.descending
})

export const useShownColumns = (
  table: Readonly<Ref<HTMLElement | null>>,
  columns: () => ReadonlyArray<TableColumn>
) => {
  const width = shallowRef(Number.POSITIVE_INFINITY)
  const observer = new ResizeObserver(([entry]) => {
    if (entry) width.value = entry.contentRect.width
  })
  watch(table, (element) => {
    if (!element) return
    // Measures the table before the first paint, because the observer reports later and the columns would then jump.
    if (element.clientWidth > 0) width.value = element.clientWidth
    observer.observe(element)
  })
  onScopeDispose(() => observer.disconnect())
  return computed(() => columns().filter(({ from = 0 }) => width.value >= from))
}

import { computed, onScopeDispose, shallowRef, watch, type Ref } from "vue"

export interface TableColumn {
  readonly key: string
  readonly label: string
  /** The label is only for screen readers, as for a column of buttons. */
  readonly isUnlabeled?: true
  /**
   * `120px`, or `2fr` for a share of the remaining width. Never by content, because every row would then depend on
   * all others.
   */
  readonly width: `${number}px` | `${number}fr`
  /** Numbers are aligned at the end. */
  readonly align?: "end"
  /** The field that a click on the header sorts by. */
  readonly sort?: string
  /** Shown from this table width (px). */
  readonly from?: number
}

export interface TableSort {
  readonly by: string
  readonly descending: boolean
}

export const columnTemplate = (columns: ReadonlyArray<TableColumn>): string =>
  columns.map(({ width }) => (width.endsWith("fr") ? `minmax(0,${width})` : width)).join(" ")

/** The same column reverses the order; a new column starts in ascending order. */
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
    // Measured before the first paint, because the observer reports after it and columns would jump.
    if (element.clientWidth > 0) width.value = element.clientWidth
    observer.observe(element)
  })
  onScopeDispose(() => observer.disconnect())
  return computed(() => columns().filter(({ from = 0 }) => width.value >= from))
}

import { computed, shallowRef, watch } from "vue"
import { useMessages } from "@/lib/messages"
import { useShortcuts } from "@/lib/shortcuts"
import { messages } from "./selectionMessages"
import { countOf, everything, includes, nothing, pagesOf, type Selection, withItems } from "./selection"

/** A list with selectable rows. */
export interface SelectableList {
  /** Undefined until the first page has loaded. */
  readonly total: { readonly value: number | undefined }
  readonly at: (index: number) => { readonly id: string } | undefined
  /** Returns the index of a row, or undefined if the row is not loaded. */
  readonly indexOf: (id: string) => number | undefined
  /** Returns the ids of all loaded rows. */
  readonly loadedIds: () => ReadonlyArray<string>
}

export interface SelectionOptions {
  readonly list: SelectableList
  /** Returns a value that identifies the list and its filter. The selection is cleared when this value changes. */
  readonly key: () => unknown
  /** False if no filter selects exactly the rows of this list. Users can then select only individual rows. */
  readonly hasAll?: boolean
  /** Loads the ids of one page, for ranges with rows that are not loaded. */
  readonly idsOfPage: (page: number, perPage: number) => Promise<ReadonlyArray<string>>
  /** Called if a range is too long or its rows could not be loaded. */
  readonly onRangeFailed: (reason: "too-long" | Error) => void
}

/** Maximum number of rows per page that the API allows. */
const PAGE = 500
/** Maximum number of rows in a range, which need ten requests. To select more, users can select all matching rows. */
export const longestRange = 5_000

/**
 * Manages the selection of a list, which cards and rows share. The selection is kept when the user scrolls, when new
 * rows arrive, and when the user switches between cards and rows.
 */
export const useSelection = ({ hasAll = true, idsOfPage, key, list, onRangeFailed }: SelectionOptions) => {
  const selection = shallowRef<Selection>(nothing)
  const isStarted = shallowRef(false)
  /**
   * The row at which the next range begins. It is identified by its id, because its index changes when rows are added
   * above it.
   */
  let anchor: { readonly id: string; readonly index: number; readonly isIn: boolean } | undefined
  /** The ids in the last range from this anchor. The next range from the same anchor replaces them. */
  let drawn: ReadonlyArray<string> = []
  let drawing = 0

  const total = computed(() => list.total.value ?? 0)
  const count = computed(() => countOf(selection.value, total.value))
  const selecting = computed(() => isStarted.value || count.value > 0)
  const isAll = computed(() => selection.value._tag === "matching")
  const isSelected = (id: string): boolean => includes(selection.value, id)

  const clear = (): void => {
    drawing += 1
    drawn = []
    anchor = undefined
    isStarted.value = false
    selection.value = nothing
  }
  watch(() => JSON.stringify(key()), clear)

  const put = (id: string, index: number, isIn: boolean): void => {
    drawing += 1
    drawn = []
    anchor = { id, index, isIn }
    selection.value = withItems(selection.value, [id], isIn)
    if (count.value === 0) isStarted.value = false
  }

  const idsBetween = async (first: number, last: number): Promise<ReadonlyArray<string>> => {
    const loaded = Array.from({ length: last - first + 1 }, (_unused, offset) => list.at(first + offset)?.id)
    if (!loaded.includes(undefined)) return loaded.filter((id) => id !== undefined)
    const pages = await Promise.all(pagesOf(first, last, PAGE).map((page) => idsOfPage(page, PAGE)))
    const skipped = first - Math.floor(first / PAGE) * PAGE
    return pages.flat().slice(skipped, skipped + last - first + 1)
  }

  /**
   * Extends the selection from the anchor to `index`. If the anchor was deselected, deselects these rows instead.
   * Without an anchor, `start` becomes the anchor.
   */
  const extendTo = async (index: number, start = index): Promise<void> => {
    const first = list.at(start)?.id
    if (anchor === undefined && first !== undefined) put(first, start, true)
    if (anchor === undefined) return
    const { id, isIn } = anchor
    const from = list.indexOf(id) ?? anchor.index
    const [low, high] = from < index ? [from, index] : [index, from]
    if (high - low >= longestRange) return onRangeFailed("too-long")
    const ownDrawing = (drawing += 1)
    try {
      const ids = await idsBetween(low, high)
      // Discards the range if the selection has changed while the ids were loading.
      if (ownDrawing !== drawing) return
      selection.value = withItems(withItems(selection.value, drawn, !isIn), ids, isIn)
      drawn = ids.filter((one) => one !== id)
    } catch (fault) {
      if (ownDrawing === drawing) onRangeFailed(fault instanceof Error ? fault : new Error(String(fault)))
    }
  }

  /**
   * Handles a click on a check box, or anywhere on a row in selection mode. With Shift, extends the range from the
   * anchor to the row.
   */
  const toggle = (id: string, event?: Pick<MouseEvent, "shiftKey">): void => {
    const index = list.indexOf(id) ?? 0
    if (event?.shiftKey && anchor !== undefined) void extendTo(index)
    else put(id, index, !isSelected(id))
  }

  const selectAll = (): void => {
    if (!hasAll) return
    clear()
    selection.value = everything
  }
  /** Selects all loaded rows. If all loaded rows are already selected, selects all matching rows. */
  const selectMore = (): void => {
    const ids = list.loadedIds()
    if (isAll.value) return
    if (ids.length > 0 && ids.every(isSelected)) return selectAll()
    drawn = []
    selection.value = withItems(selection.value, ids, true)
  }

  const t = useMessages(messages)
  useShortcuts("Lists", [
    {
      keys: ["x"],
      label: t("keySelect"),
      run: () => {
        const id = list.at(focusedIndex() ?? -1)?.id
        return id === undefined ? false : toggle(id)
      }
    },
    { keys: ["Ctrl+a"], label: t("keySelectAll"), run: selectMore },
    { keys: ["Escape"], label: t("clear"), run: () => (selecting.value ? clear() : false) }
  ])

  return {
    clear,
    count,
    extendTo,
    hasAll,
    isAll,
    isSelected,
    selectAll,
    selection,
    selecting,
    /** Shows check boxes before any row is selected, for devices that cannot hover. */
    start: (): void => void (isStarted.value = true),
    toggle,
    total
  }
}
export type ListSelection = ReturnType<typeof useSelection>

const focusedIndex = (): number | undefined => {
  const cell = document.activeElement?.closest<HTMLElement>("[data-index]")
  return cell ? Number(cell.dataset["index"]) : undefined
}

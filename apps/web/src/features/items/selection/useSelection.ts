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
  /** The index of a loaded row. */
  readonly indexOf: (id: string) => number | undefined
  /** The ids of all loaded rows. */
  readonly loadedIds: () => ReadonlyArray<string>
}

export interface SelectionOptions {
  readonly list: SelectableList
  /** Identifies the list and its filter. A change clears the selection. */
  readonly key: () => unknown
  /** False if no filter selects everything in the list. Only individual rows can then be selected. */
  readonly hasAll?: boolean
  /** The ids of one page of the list, for ranges across rows that are not loaded. */
  readonly idsOfPage: (page: number, perPage: number) => Promise<ReadonlyArray<string>>
  /** A range was too long, or its rows could not be loaded. */
  readonly onRangeFailed: (reason: "too-long" | Error) => void
}

/** The largest page size of the API. */
const PAGE = 500
/** Ten requests. Larger selections use "select all matching". */
export const longestRange = 5_000

/**
 * The selected rows of a list. Cards and rows share the selection, and it survives scrolling, new rows and a change
 * of view.
 */
export const useSelection = ({ hasAll = true, idsOfPage, key, list, onRangeFailed }: SelectionOptions) => {
  const selection = shallowRef<Selection>(nothing)
  const isStarted = shallowRef(false)
  /** The first row of a range. Its id stays valid when new rows appear above it. */
  let anchor: { readonly id: string; readonly index: number; readonly isIn: boolean } | undefined
  /** The rows of the last range from this anchor. A shorter range deselects the rows beyond its end. */
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
   * Gives all rows from the anchor to this index the state of the anchor. Without an anchor, `start` (the previously
   * focused row) becomes the anchor.
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
      // A later range, a single row or another filter has replaced this range.
      if (ownDrawing !== drawing) return
      selection.value = withItems(withItems(selection.value, drawn, !isIn), ids, isIn)
      drawn = ids.filter((one) => one !== id)
    } catch (fault) {
      if (ownDrawing === drawing) onRangeFailed(fault instanceof Error ? fault : new Error(String(fault)))
    }
  }

  /** Handles a click on a checkbox, or anywhere on a row in selection mode. With Shift, selects a range. */
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
  /** Selects all loaded rows; if they already are selected, selects all matching rows. */
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
    /** Shows checkboxes before anything is selected, for devices without hover. */
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

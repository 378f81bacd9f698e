import { mount } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { defineComponent, h, nextTick, shallowRef } from "vue"
import { handleShortcut } from "@/lib/shortcuts"
import { type ListSelection, useSelection } from "./useSelection"

const PAGE = 500
const idOf = (index: number): string => `i${index}`

describe("useSelection", () => {
  const key = shallowRef("all")
  const total = shallowRef<number | undefined>(20_000)
  const loaded = shallowRef({ from: 0, to: 60, shift: 0 })
  const failed = vi.fn()
  const idsOfPage = vi.fn((page: number, perPage: number) =>
    Promise.resolve(Array.from({ length: perPage }, (_unused, index) => idOf((page - 1) * perPage + index)))
  )
  let page: ReturnType<typeof mount>
  let selection: ListSelection

  const open = (): void => {
    key.value = "all"
    loaded.value = { from: 0, to: 60, shift: 0 }
    failed.mockClear()
    idsOfPage.mockClear()
    const isLoaded = (index: number) => index >= loaded.value.from && index < loaded.value.to
    const at = (index: number) => (isLoaded(index) ? { id: idOf(index - loaded.value.shift) } : undefined)
    const Rows = defineComponent(() => {
      selection = useSelection({
        list: {
          total,
          at,
          indexOf: (id) => {
            const index = Number(id.slice(1)) + loaded.value.shift
            return isLoaded(index) ? index : undefined
          },
          loadedIds: () =>
            Array.from({ length: loaded.value.to - loaded.value.from }, (_unused, index) =>
              idOf(loaded.value.from + index - loaded.value.shift)
            )
        },
        key: () => key.value,
        idsOfPage,
        onRangeFailed: failed
      })
      return () => h("div", { "data-index": 3 }, h("a", { href: "#", id: "row" }))
    })
    page = mount(Rows, { attachTo: document.body })
    addEventListener("keydown", handleShortcut)
  }
  afterEach(() => {
    removeEventListener("keydown", handleShortcut)
    page.unmount()
  })
  const press = (key: string, init: KeyboardEventInit = {}) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init })
    )
  const settled = async () => {
    await nextTick()
    await new Promise((resolve) => setTimeout(resolve))
  }
  const chosen = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_unused, offset) => first + offset).filter((index) =>
      selection.isSelected(idOf(index))
    )

  it("ends selection mode when no row is selected anymore", () => {
    open()
    expect([selection.selecting.value, selection.count.value]).toEqual([false, 0])
    selection.toggle("i2")
    expect([selection.selecting.value, selection.count.value]).toEqual([true, 1])
    selection.toggle("i2")
    expect(selection.selecting.value).toBe(false)
  })

  it("replaces a range selected with Shift when the end of the range changes", async () => {
    open()
    selection.toggle("i2")
    selection.toggle("i6", { shiftKey: true })
    await settled()
    expect(chosen(0, 10)).toEqual([2, 3, 4, 5, 6])
    selection.toggle("i4", { shiftKey: true })
    await settled()
    expect(chosen(0, 10)).toEqual([2, 3, 4])
    selection.toggle("i0", { shiftKey: true })
    await settled()
    expect(chosen(0, 10)).toEqual([0, 1, 2])
    expect(idsOfPage).not.toHaveBeenCalled()
  })

  it("deselects a whole range if its first row was deselected", async () => {
    open()
    press("a", { ctrlKey: true })
    selection.toggle("i2")
    selection.toggle("i5", { shiftKey: true })
    await settled()
    expect(chosen(0, 8)).toEqual([0, 1, 6, 7, 8])
    expect(selection.count.value).toBe(56)
  })

  it("requests the ids of unloaded rows in a range", async () => {
    open()
    selection.toggle("i5")
    loaded.value = { from: 1_180, to: 1_240, shift: 0 }
    selection.toggle("i1200", { shiftKey: true })
    await settled()
    expect(selection.count.value).toBe(1_196)
    expect([
      selection.isSelected("i5"),
      selection.isSelected("i1200"),
      selection.isSelected("i1201")
    ]).toEqual([true, true, false])
    expect(idsOfPage.mock.calls).toEqual([1, 2, 3].map((number) => [number, PAGE]))
  })

  it("rejects a range of more than 5,000 rows", async () => {
    open()
    selection.toggle("i5")
    loaded.value = { from: 6_000, to: 6_060, shift: 0 }
    selection.toggle("i6000", { shiftKey: true })
    await settled()
    expect(failed).toHaveBeenCalledWith("too-long")
    expect(selection.count.value).toBe(1)
  })

  it("reports an error if the rows of a range cannot be loaded", async () => {
    open()
    idsOfPage.mockRejectedValueOnce(new Error("Out of paper"))
    selection.toggle("i5")
    await selection.extendTo(400)
    expect(failed).toHaveBeenCalledWith(new Error("Out of paper"))
    expect(selection.count.value).toBe(1)
  })

  it("discards a range whose rows arrive after the selection was cleared", async () => {
    open()
    selection.toggle("i5")
    const range = selection.extendTo(400)
    selection.clear()
    await range
    expect(selection.count.value).toBe(0)
  })

  it("keeps the selected rows when new rows arrive above them", async () => {
    open()
    selection.toggle("i2")
    loaded.value = { from: 0, to: 60, shift: 10 }
    await selection.extendTo(14)
    expect(chosen(0, 10)).toEqual([2, 3, 4])
  })

  it("selects all loaded rows on the first Ctrl+A and all matching rows on the second", () => {
    open()
    press("a", { ctrlKey: true })
    expect([selection.count.value, selection.isAll.value]).toEqual([60, false])
    press("a", { ctrlKey: true })
    expect([selection.count.value, selection.isAll.value]).toEqual([20_000, true])
    selection.toggle("i7")
    expect(selection.count.value).toBe(19_999)
    expect(selection.selection.value).toEqual({ _tag: "matching", except: new Set(["i7"]) })
    press("Escape")
    expect([selection.count.value, selection.selecting.value]).toEqual([0, false])
  })

  it("selects rows with x, Shift and the arrow keys", async () => {
    open()
    document.getElementById("row")?.focus()
    press("x")
    expect(chosen(0, 10)).toEqual([3])
    selection.clear()
    await selection.extendTo(4, 3)
    await selection.extendTo(5, 4)
    expect(chosen(0, 10)).toEqual([3, 4, 5])
  })

  it("clears the selection when the filter changes", async () => {
    open()
    selection.toggle("i2")
    key.value = "failed"
    await nextTick()
    expect(selection.selecting.value).toBe(false)
  })
})

import { flushPromises, mount } from "@vue/test-utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { shallowRef } from "vue"
import { ApiError } from "@/api"
import DataTable from "./DataTable.vue"
import QueryView from "./QueryView.vue"
import UiStepper from "./UiStepper.vue"
import UiTabs from "./UiTabs.vue"

describe("QueryView", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const busy = new ApiError({ code: "busy", message: "Try later.", status: 503 })
  const make = (data?: string, fault?: unknown) => {
    const query = { data: shallowRef(data), error: shallowRef(fault), refetch: vi.fn() }
    const view = mount(QueryView<string>, {
      props: { query, errorTitle: "Couldn’t load the list", isEmpty: (text: string) => text === "" },
      slots: { loading: "Wait", empty: "Nothing here", default: "<b>{{ params.data }}</b>" }
    })
    return { query, view }
  }

  it("shows nothing, then a skeleton, and then the data of a query", async () => {
    const { query, view } = make()
    expect(view.text()).toBe("")
    await vi.advanceTimersByTimeAsync(160)
    expect(view.text()).toBe("Wait")
    query.data.value = "Ten videos"
    await flushPromises()
    expect(view.text()).toBe("Ten videos")
  })

  it("shows the empty state for an empty query result", () => {
    expect(make("").view.text()).toBe("Nothing here")
  })

  it("shows a failed query with a retry button", async () => {
    const { query, view } = make(undefined, busy)
    expect(view.text()).toContain("Couldn’t load the list")
    expect(view.text()).toContain("Try later.")
    await view.get("button").trigger("click")
    expect(query.refetch).toHaveBeenCalledOnce()
  })

  it("keeps showing the old data of a query after a failed reload", () => {
    expect(make("Ten videos", busy).view.text()).toMatch(/out of date.*Ten videos/s)
    const lost = new ApiError({ code: "unreachable", message: "No answer.", status: 0 })
    expect(make("Ten videos", lost).view.text()).toBe("Ten videos")
  })
})

describe("DataTable", () => {
  it("reverses the sort order of a table when the user clicks the sorted column", async () => {
    const table = mount(DataTable<{ id: number; name: string }>, {
      props: {
        label: "Files",
        columns: [
          { key: "name", label: "Name", width: "2fr", sort: "name" },
          { key: "size", label: "Size", width: "90px", align: "end" }
        ],
        rows: [{ id: 1, name: "Sintel" }],
        sort: { by: "name", descending: false },
        "onUpdate:sort": (sort) => void table.setProps({ sort })
      },
      slots: { row: "<div role=row class=data-row>{{ params.row.name }}</div>" }
    })
    const headers = table.findAll("[role=columnheader]")
    expect(headers.map((header) => header.attributes("aria-sort"))).toEqual(["ascending", undefined])
    expect(table.attributes("style")).toContain("minmax(0,2fr) 90px")
    expect(table.findAll("[role=row]")[1]?.text()).toBe("Sintel")
    await headers[0]!.get("button").trigger("click")
    expect(table.props("sort")).toEqual({ by: "name", descending: true })
  })
})

describe("UiStepper", () => {
  const make = () => {
    const stepper = mount(UiStepper, {
      props: {
        label: "Parallel jobs",
        min: 1,
        max: 16,
        modelValue: 4,
        "onUpdate:modelValue": (modelValue) => void stepper.setProps({ modelValue })
      }
    })
    return stepper
  }

  it("changes the number in a stepper by one step within its bounds", async () => {
    const stepper = make()
    await stepper.get("[aria-label='Increase Parallel jobs']").trigger("click")
    expect(stepper.props("modelValue")).toBe(5)
    await stepper.get("input").setValue("16")
    await stepper.get("input").trigger("keydown", { key: "ArrowUp" })
    expect(stepper.props("modelValue")).toBe(16)
  })

  it("restores the old number when a stepper with invalid input loses focus", async () => {
    const stepper = make()
    const input = stepper.get("input")
    await input.setValue("99")
    expect(stepper.text()).toContain("Enter a number from 1 to 16.")
    expect(stepper.props("modelValue")).toBe(4)
    await input.trigger("blur")
    expect(input.element.value).toBe("4")
    expect(stepper.text()).not.toContain("Enter")
  })
})

describe("UiTabs", () => {
  const tabs = ["active", "failed", "all"].map((id) => ({ id, label: id }))
  /** Returns the boxes of tabs that are 100 px wide, in a row that is 200 px wide. */
  const boxOf = function (this: HTMLElement): DOMRect {
    const at = tabs.findIndex(
      ({ id }) => this.textContent?.trim().startsWith(id) && this.tagName === "BUTTON"
    )
    const left = at < 0 ? 0 : at * 100
    return { left, right: left + (at < 0 ? 200 : 100) } as DOMRect
  }
  afterEach(() => void vi.restoreAllMocks())

  it("scrolls to the active tab if the tabs do not fit", async () => {
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(boxOf)
    const row = mount(UiTabs, { props: { label: "Status", tabs, modelValue: "all" } })
    await flushPromises()
    expect(row.element.scrollLeft).toBe(108)
    const other = mount(UiTabs, { props: { label: "Status", tabs, modelValue: "failed" } })
    await flushPromises()
    expect(other.element.scrollLeft).toBe(0)
    await other.setProps({ modelValue: "all" })
    await flushPromises()
    expect(other.element.scrollLeft).toBe(108)
    // Simulates a user who has scrolled the row. A changed count with the same number of digits must not scroll the row
    // again. A wider count must.
    other.element.scrollLeft = 40
    const counted = (count: number) => tabs.map((tab) => ({ ...tab, count }))
    await other.setProps({ tabs: counted(3) })
    await flushPromises()
    expect(other.element.scrollLeft).toBe(148)
    await other.setProps({ tabs: counted(4) })
    await flushPromises()
    expect(other.element.scrollLeft).toBe(148)
  })
})

import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { defineComponent, h, shallowRef } from "vue"
import { kind } from "@/features/videos/kind"
import "@/lib/loadedAhead"
import { type Answers, mountPage, refusal, settled, stubApi, user } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import SelectionBar from "./SelectionBar.vue"
import { type ListSelection, useSelection } from "./useSelection"

const counts = { matched: 3, tried: 3, changed: 3, unchanged: 0 }
const noSkipped = { failedCount: 0, lockedCount: 0, conflictCount: 0, skipped: [] }
const done = { batchId: "b", ...counts, ...noSkipped, effects: [], isRunning: false }
const rows = ["a", "b", "c"]

describe("the selection bar", () => {
  let page: VueWrapper
  let selection: ListSelection
  const open = async (answers: Answers, role: "administrator" | "member" = "administrator") => {
    stubApi({ ...user(role), ...answers })
    document.body.append(document.createElement("main"))
    const Page = defineComponent(() => {
      const total = shallowRef(2_891)
      selection = useSelection({
        list: {
          total,
          at: (index) => (rows[index] === undefined ? undefined : { id: rows[index] }),
          indexOf: (id) => rows.indexOf(id),
          loadedIds: () => rows
        },
        key: () => "all",
        idsOfPage: () => Promise.resolve(rows),
        onRangeFailed: () => undefined
      })
      return () =>
        h(SelectionBar, { definition: kind, selection, filter: { status: "ready" }, isPlayable: true })
    })
    page = (await mountPage(Page)).page
    await flushPromises()
  }
  afterEach(() => {
    page.unmount()
    document.body.innerHTML = ""
    toasts.value = []
    vi.unstubAllGlobals()
  })
  const press = async (name: string, within: ParentNode = document) => {
    const found = [...within.querySelectorAll<HTMLElement>("button, [role=menuitem]")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent.trim()) === name
    )
    expect(found, name).toBeDefined()
    found?.click()
    await settled()
  }
  const openMenu = async (menu: string) => {
    document.querySelector<HTMLElement>(`[aria-label="${menu}"]`)?.click()
    await settled()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const choose = async (menu: string, entry: string) => {
    await openMenu(menu)
    await press(entry)
  }
  const question = () => document.querySelector("[role=alertdialog]")

  it("shows the selection bar only while items are selected", async () => {
    await open({})
    expect(page.find("[role=region]").exists()).toBe(false)
    selection.toggle("a")
    await flushPromises()
    expect(page.get("[role=status]").text()).toBe("1 selected")
    await press("Select all 2,891 matches")
    expect(page.get("[role=status]").text()).toBe("All 2,891 selected")
    await press("Clear selection")
    expect(page.find("[role=region]").exists()).toBe(false)
  })

  it("changes the user state of a few items without a confirmation", async () => {
    const favorite = vi.fn((_body: unknown) => done)
    await open({ "PATCH /api/items": favorite }, "member")
    for (const id of rows) selection.toggle(id)
    await flushPromises()
    await press("Favorite")
    expect(favorite).toHaveBeenCalledWith({ ids: rows, changes: { isFavorite: { set: true } } })
    expect(question()).toBeNull()
    expect(toasts.value.map(({ text }) => text)).toEqual(["3 videos changed"])
    expect(selection.selecting.value).toBe(false)
  })

  it("offers members only actions that they are allowed to use", async () => {
    await open({}, "member")
    selection.toggle("a")
    await flushPromises()
    await openMenu("More actions")
    expect([...document.querySelectorAll("[role=menuitem]")].map((one) => one.textContent.trim())).toEqual([
      "Add to collection…",
      "Remove from favorites",
      "Mark as unwatched"
    ])
  })

  it("asks for confirmation with the number of items that the server counted", async () => {
    const edit = vi.fn((body: unknown) =>
      (body as { dryRun?: boolean }).dryRun === true
        ? { ...done, matched: 2_893, changed: 0 }
        : { ...done, changed: 2_893 }
    )
    await open({ "PATCH /api/items": edit })
    selection.selectAll()
    await flushPromises()
    await choose("More actions", "Mark as organized")
    expect(question()?.textContent).toContain("Mark 2,893 videos as organized?")
    await press("Mark 2,893 videos as organized", question()!)
    expect(edit).toHaveBeenLastCalledWith({
      filter: { status: "ready", kind: "video" },
      expected: 2_893,
      changes: { isOrganized: { set: true } }
    })
    expect(toasts.value.map(({ text }) => text)).toEqual(["2,893 videos changed"])
  })

  it("lists the values that the job of a large edit skipped", async () => {
    const skipped = [
      { id: "a", title: "Sintel", field: "date", reason: "locked", message: "A user set this value." }
    ]
    let asked = 0
    const job = { percent: 50, changed: 0, unchanged: 0, skippedCount: 0, skipped: [] }
    await open({
      "PATCH /api/items": () => ({ ...done, changed: 0, isRunning: true }),
      "GET /api/history/batches/b": () => {
        asked += 1
        return asked < 2
          ? { ...job, state: "running" }
          : { ...job, state: "done", percent: 100, changed: 2, skippedCount: 1, skipped }
      }
    })
    for (const id of rows) selection.toggle(id)
    await flushPromises()
    await press("Favorite")
    await vi.waitFor(() => expect(page.get("[role=region]").text()).toContain("2 changed, 1 failed"), 30_000)
    await press("Show")
    expect(document.querySelector("[role=dialog]")?.textContent).toContain("date: A user set this value.")
  })

  it("lists the items that could not be changed, with reasons", async () => {
    const message = "The file is missing."
    const skipped = [{ id: "a", title: "Sintel", field: null, reason: "rejected", message }]
    await open({ "PATCH /api/items": () => ({ ...done, changed: 2, failedCount: 1, skipped }) })
    for (const id of rows) selection.toggle(id)
    await flushPromises()
    await press("Mark as watched")
    expect(page.get("[role=region]").text()).toContain("2 changed, 1 failed")
    await press("Show")
    const dialog = document.querySelector("[role=dialog]")
    expect(dialog?.textContent).toContain("1 could not be changed")
    expect(dialog?.textContent).toContain("Sintel")
    expect(dialog?.textContent).toContain("The file is missing.")
  })

  it("keeps the selection and shows the reason if the server rejects the action", async () => {
    await open({
      "PATCH /api/items": refusal(503)
    })
    selection.toggle("a")
    await flushPromises()
    await press("Favorite")
    expect(toasts.value.map(({ text }) => text)).toEqual(["It failed."])
    expect(page.get("[role=status]").text()).toBe("1 selected")
  })
})

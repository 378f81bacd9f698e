import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Answers, mountPage, settled, stubApi, user } from "@/lib/mountPage"
import { toView } from "./address"
import type { View } from "./queries"
import ViewsMenu from "./ViewsMenu.vue"

const view: View = {
  ...{ id: "w1", name: "Short films", page: "videos", text: "duration<20m", columns: null, layout: "table" },
  ...{ sort: "-duration", isPinned: true, isShared: false, isOwn: true },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
}
const list = { page: "videos", text: "is:unwatched", sort: null, layout: "grid" }

let page: VueWrapper | undefined
const open = async (answers: Answers = {}) => {
  stubApi({ ...user("administrator"), "GET /api/views": () => [view], ...answers })
  const opened = await mountPage(ViewsMenu, { names: ["videos"], props: { list } })
  page = opened.page
  await openMenu()
  return opened
}
/**
 * Clicks the button until the menu stays open, because a closing dialog of the previous test may take the focus from
 * the menu.
 */
const openMenu = (): Promise<void> =>
  vi.waitFor(
    async () => {
      if (document.querySelector("[role=menu]") !== null) return
      const button = document.querySelector<HTMLElement>("main button[aria-haspopup=menu]")!
      button.dispatchEvent(new MouseEvent("click", { bubbles: true }))
      await settled()
      if (document.querySelector("[role=menu]") === null) throw new Error("the menu did not open")
    },
    { timeout: 60_000, interval: 1_000 }
  )
const items = (): ReadonlyArray<HTMLElement> => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")]
const choose = async (label: string): Promise<void> => {
  // The code of the menu loads when it first opens.
  const found = await vi.waitFor(() => {
    const item = items().find(({ textContent }) => textContent?.includes(label))
    if (item === undefined) throw new Error(`no entry "${label}"`)
    return item
  }, 60_000)
  found.dispatchEvent(new MouseEvent("click", { bubbles: true }))
  await settled()
}
const dialog = (): HTMLElement => document.querySelector<HTMLElement>("[role=dialog]")!
const press = async (name: string): Promise<void> => {
  const found = [...document.querySelectorAll<HTMLElement>("[role=dialog] button, [role=alertdialog] button")]
  found
    .find(
      (button) =>
        (button.ariaLabel ?? button.getAttribute("aria-label") ?? button.textContent ?? "").trim() === name
    )!
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
  await settled()
}
const fill = (text: string): void => {
  const input = dialog().querySelector<HTMLInputElement>("input:not([type=checkbox])")!
  input.value = text
  input.dispatchEvent(new Event("input"))
}
const submit = async (): Promise<void> => {
  dialog()
    .querySelector("form")!
    .dispatchEvent(new Event("submit", { cancelable: true }))
  await settled()
}

describe("saved views of a list", () => {
  afterEach(async () => {
    page?.unmount()
    await settled()
    vi.unstubAllGlobals()
  })

  it("opens the list with the text, order and layout of the selected view", async () => {
    const { router } = await open()
    await choose("Short films")
    await flushPromises()
    expect(router.currentRoute.value).toMatchObject({
      name: "videos",
      query: { q: "duration<20m", sort: "duration", order: "desc", view: "table" }
    })
  })

  it("requires a name when the user saves the current list as a view", async () => {
    const create = vi.fn((body: unknown) => ({ ...view, ...(body as object), id: "w2" }))
    await open({ "POST /api/views": create })
    await choose("Save as view")
    await submit()
    expect(dialog().textContent).toContain("Enter a name.")
    expect(create).not.toHaveBeenCalled()
    fill("Still to watch")
    await submit()
    expect(create).toHaveBeenCalledWith({
      ...list,
      name: "Still to watch",
      isPinned: true,
      isShared: false
    })
  })

  it("renames and deletes a view", async () => {
    const rename = vi.fn(() => view)
    const remove = vi.fn(() => null)
    await open({ "PATCH /api/views/w1": rename, "DELETE /api/views/w1": remove })
    await choose("Manage views")
    await press("Rename view Short films")
    fill("Brief films")
    await submit()
    expect(rename).toHaveBeenCalledWith({ name: "Brief films" })
    await press("Delete view Short films")
    await press("Delete")
    expect(remove).toHaveBeenCalledOnce()
  })

  it("hides the buttons that change other users' views", async () => {
    await open({ ...user("member"), "GET /api/views": () => [{ ...view, isOwn: false, isShared: true }] })
    await choose("Manage views")
    expect(dialog().textContent).toContain("Short films")
    expect(dialog().querySelector("[aria-label^=Delete]")).toBeNull()
  })
})

it("uses the list's defaults if a view has no order or layout", () => {
  expect(toView({ page: "videos", text: "", sort: null, layout: null })).toEqual({
    name: "videos",
    query: { q: undefined, sort: undefined, order: undefined, view: undefined }
  })
})

import { flushPromises } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import LibraryDialog from "./LibraryDialog.vue"

const dialog = (): HTMLElement => document.querySelector<HTMLElement>("[role=dialog]")!
const field = (label: string): HTMLInputElement => {
  const found = [...dialog().querySelectorAll("label")].find((each) =>
    each.textContent?.trim().startsWith(label)
  )
  return (found!.control ?? found!.querySelector("input")) as HTMLInputElement
}
const type = (label: string, text: string): void => {
  field(label).value = text
  field(label).dispatchEvent(new Event("input"))
}
const toggle = async (label: string): Promise<void> => {
  field(label).checked = !field(label).checked
  field(label).dispatchEvent(new Event("change"))
  await flushPromises()
}
const submit = async (): Promise<void> => {
  dialog().querySelector("form")!.dispatchEvent(new Event("submit"))
  await flushPromises()
}

describe("a new library", () => {
  const open = async () => {
    const create = vi.fn(() => ({ id: "l1" }))
    stubApi({
      ...user("administrator"),
      "GET /api/libraries/folders": () => ({ path: "/", parent: null, directories: [] }),
      "POST /api/libraries": create
    })
    const { page } = await mountPage(LibraryDialog, { props: { library: null } })
    return { create, page }
  }
  afterEach(() => void vi.unstubAllGlobals())

  it("holds what was chosen", async () => {
    const { create, page } = await open()
    type("Name", "Photos")
    type("Folder", "/media/photos")
    await toggle("Videos")
    await toggle("Images")
    await submit()
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({
        name: "Photos",
        contents: ["images"],
        roots: [{ path: "/media/photos", recursive: true }]
      })
    )
    page.unmount()
  })

  it("is not sent without contents, name and folder, and each says so", async () => {
    const { create, page } = await open()
    await toggle("Videos")
    await submit()
    expect(create).not.toHaveBeenCalled()
    for (const reason of ["Enter a name.", "Choose at least one.", "Choose a folder."])
      expect(dialog().textContent).toContain(reason)
    page.unmount()
  })
})

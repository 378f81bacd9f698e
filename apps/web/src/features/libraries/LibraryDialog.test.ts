import { flushPromises } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi, user } from "@/lib/mountPage"
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

const folders = {
  "GET /api/libraries/browse": () => ({
    path: "/media",
    parentPath: "/",
    directories: [{ name: "Albums", path: "/media/Albums" }]
  }),
  "GET /api/libraries/browse/contents": () => ({
    path: "/media/Albums",
    contents: { audio: 200, images: 18 },
    folders: 14,
    isComplete: true
  })
}
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(500)
  await flushPromises()
}
const button = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button, [role=alertdialog] button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent)?.trim() === name
  )!

describe("a new library", () => {
  const open = async () => {
    const create = vi.fn(() => ({ id: "l1" }))
    stubApi({
      ...user("administrator"),
      ...folders,
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

  it("takes name and contents from the folder that is pressed, which is counted, and is sent with them", async () => {
    vi.useFakeTimers()
    const { create, page } = await open()
    await settle()
    button("Albums").click()
    await settle()
    await settle()
    expect([field("Folder").value, field("Name").value]).toEqual(["/media/Albums", "Albums"])
    expect(dialog().textContent).toContain("18 images, 200 tracks in 14 folders")
    expect([field("Videos").checked, field("Images").checked]).toEqual([false, false])
    await submit()
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({
        name: "Albums",
        contents: ["audio"],
        roots: [{ path: "/media/Albums", recursive: true }]
      })
    )
    vi.useRealTimers()
    page.unmount()
  })

  it("keeps what was chosen by hand when another folder is pressed", async () => {
    vi.useFakeTimers()
    const { page } = await open()
    await settle()
    type("Name", "My music")
    await toggle("Images")
    button("Albums").click()
    await settle()
    await settle()
    expect([field("Name").value, field("Images").checked, field("Videos").checked]).toEqual([
      "My music",
      true,
      true
    ])
    vi.useRealTimers()
    page.unmount()
  })

  it("asks before what was typed is lost, and only then", async () => {
    const { page } = await open()
    const closed = () => page.findComponent(LibraryDialog).emitted("close")
    type("Name", "Photos")
    await flushPromises()
    button("Cancel").click()
    await expect
      .poll(() => document.querySelector("[role=alertdialog]")?.textContent)
      .toContain("Discard your changes?")
    button("Keep editing").click()
    await flushPromises()
    expect(closed()).toBeUndefined()
    type("Name", "")
    await flushPromises()
    button("Cancel").click()
    await flushPromises()
    expect(closed()).toHaveLength(1)
    page.unmount()
  })

  it("shows a folder that cannot be used at the folder, until another is chosen", async () => {
    const { page } = await open()
    stubApi({
      ...folders,
      "POST /api/libraries": refusal(400, {
        code: "root_unusable",
        message: "/nowhere cannot be used: it does not exist"
      })
    })
    type("Name", "Photos")
    type("Folder", "/nowhere")
    await submit()
    expect(field("Folder").getAttribute("aria-invalid")).toBe("true")
    expect(dialog().textContent).toContain("/nowhere cannot be used: it does not exist.")
    type("Folder", "/media")
    await flushPromises()
    expect(field("Folder").getAttribute("aria-invalid")).toBeNull()
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

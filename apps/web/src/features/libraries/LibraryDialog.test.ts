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

describe("creating a library", () => {
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

  it("creates a library with the entered name, contents and folder", async () => {
    const { create, page } = await open()
    type("Name", "Photos")
    type("Folder", "/media/photos")
    await toggle("Videos")
    await toggle("Photos")
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

  it("suggests a name and contents based on the selected folder", async () => {
    vi.useFakeTimers()
    const { create, page } = await open()
    await settle()
    button("Albums").click()
    await settle()
    await settle()
    expect([field("Folder").value, field("Name").value]).toEqual(["/media/Albums", "Albums"])
    expect(dialog().textContent).toContain("18 photos, 200 tracks in 14 folders")
    expect([field("Videos").checked, field("Photos").checked]).toEqual([false, false])
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

  it("disables the choice of contents while files are being counted", async () => {
    vi.useFakeTimers()
    const { page } = await open()
    await settle()
    const choice = () => field("Videos").closest("fieldset")!
    type("Folder", "/media/Albums")
    await flushPromises()
    expect([choice().disabled, choice().textContent]).toEqual([
      true,
      expect.stringContaining("Counting files…")
    ])
    await settle()
    await settle()
    expect([choice().disabled, field("Videos").checked, field("Music").checked]).toEqual([false, false, true])
    await toggle("Videos")
    type("Folder", "/media/Albums/More")
    await flushPromises()
    expect(choice().disabled).toBe(false)
    await settle()
    expect(field("Videos").checked).toBe(true)
    vi.useRealTimers()
    page.unmount()
  })

  it("lists the folders of a typed path", async () => {
    vi.useFakeTimers()
    const { page } = await open()
    await settle()
    const browse = vi.fn(() => ({ path: "/srv/films", parentPath: "/srv", directories: [] }))
    stubApi({ ...folders, "GET /api/libraries/browse": browse })
    type("Folder", "/srv/films")
    await settle()
    expect(browse).toHaveBeenCalledOnce()
    expect(dialog().querySelector("nav")!.textContent).toContain("srv")
    vi.useRealTimers()
    page.unmount()
  })

  it("shows an error next to the folder that caused the error", async () => {
    const { page } = await open()
    button("Add a folder").click()
    await flushPromises()
    stubApi({
      ...folders,
      "POST /api/libraries": refusal(400, {
        code: "root_unusable",
        message: "This folder does not exist.",
        fields: [{ path: "roots.1.path", message: "This folder does not exist." }]
      })
    })
    type("Name", "Photos")
    type("Folder 1", "/media")
    type("Folder 2", "/nowhere")
    await submit()
    expect([1, 2].map((number) => field(`Folder ${number}`).getAttribute("aria-invalid"))).toEqual([
      null,
      "true"
    ])
    page.unmount()
  })

  it("keeps the entered name and contents when the user selects another folder", async () => {
    vi.useFakeTimers()
    const { page } = await open()
    await settle()
    type("Name", "My music")
    await toggle("Photos")
    button("Albums").click()
    await settle()
    await settle()
    expect([field("Name").value, field("Photos").checked, field("Videos").checked]).toEqual([
      "My music",
      true,
      true
    ])
    vi.useRealTimers()
    page.unmount()
  })

  it("asks for confirmation before discarding changes, but not if nothing changed", async () => {
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

  it("hides the error about an unusable folder when the user changes the folder", async () => {
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

  it("requires a name, contents and a folder", async () => {
    const { create, page } = await open()
    await toggle("Videos")
    await submit()
    expect(create).not.toHaveBeenCalled()
    for (const reason of ["Enter a name.", "Choose at least one.", "Choose a folder."])
      expect(dialog().textContent).toContain(reason)
    page.unmount()
  })
})

describe("editing a library", () => {
  afterEach(() => void vi.unstubAllGlobals())

  const root = {
    id: "r1",
    path: "/media/films",
    enabled: true,
    recursive: true,
    lastScannedAt: null,
    scan: null
  }
  const library = {
    id: "l1",
    name: "Films",
    contents: ["videos"],
    isNsfw: false,
    videosAs: "mixed",
    writeNfo: "off",
    roots: [root]
  }
  const choose = (label: string, value: string): void => {
    const select = field(label) as unknown as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new Event("change"))
  }

  it("lets administrators choose whether the server writes NFO files", async () => {
    const update = vi.fn(() => ({ id: "l1" }))
    stubApi({ ...user("administrator"), ...folders, "PATCH /api/libraries/l1": update })
    const { page } = await mountPage(LibraryDialog, { props: { library: library as never } })
    const select = field("NFO files") as unknown as HTMLSelectElement
    expect([...select.options].map(({ text }) => text)).toEqual([
      "Do not write",
      "Write new files only",
      "Also update files from other programs"
    ])
    choose("NFO files", "update")
    await submit()
    expect(update).toHaveBeenCalledWith(expect.objectContaining({ writeNfo: "update" }))
    page.unmount()
  })

  it("previews how a changed setting would reclassify videos", async () => {
    const update = vi.fn(() => ({ id: "l1" }))
    const episode = { role: "episode", title: null, series: "The Wire", season: 1, episode: 2 }
    const preview = {
      roles: [
        { role: "episode", before: 2, after: 0 },
        { role: "video", before: 0, after: 2 }
      ],
      changedCount: 2,
      changed: [
        {
          path: "The Wire/S01E02.mkv",
          before: episode,
          after: { ...episode, role: "video", series: null, season: null, episode: null }
        }
      ]
    }
    stubApi({
      ...user("administrator"),
      ...folders,
      "PATCH /api/libraries/l1": update,
      "GET /api/libraries/l1/classification-preview": () => preview
    })
    const { page } = await mountPage(LibraryDialog, { props: { library: library as never } })
    expect(dialog().textContent).not.toContain("would change")
    choose("Treat videos as", "movies")
    await expect.poll(() => dialog().textContent).toContain("2 videos would change")
    expect(dialog().textContent).toContain("Episodes: 2 → 0")
    expect(dialog().textContent).toContain("Episode · The Wire · S1 E2 → Video")
    expect(dialog().textContent).toContain("1 more")
    expect(update).not.toHaveBeenCalled()
    await submit()
    expect(update).toHaveBeenCalledWith(expect.objectContaining({ videosAs: "movies" }))
    page.unmount()
  })
})

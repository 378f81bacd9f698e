import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { mountPage, refusal, settled, stubApi, type Answers } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import StoragePage from "./StoragePage.vue"

const library = { id: "01900000-0000-7000-8000-000000000001", name: "Films" }
const kindOf = (kind: string, items: number, bytes: number, canClear = true) => ({
  ...{ kind, items, bytes, canClear },
  libraries: items === 0 ? [] : [{ library, items, bytes }]
})
const none = { items: 0, files: 0, bytes: 0 }
const report = {
  ...{ storage: "cache", moved: none, broughtBack: none, cleared: none, streamsInvalidated: 0 },
  swept: { items: 3, files: 9, bytes: 2 * 1024 ** 2 },
  left: [{ folder: "/media/films", reason: "The folder is mounted read-only for the server.", items: 4 }]
}
const usage = {
  ...{ measuredAt: "2026-01-01T00:00:00.000Z", isMeasuring: false, isComplete: true },
  disk: {
    mediaBytes: 40 * 1024 ** 3,
    cacheBytes: 10 * 1024 ** 3,
    otherBytes: 30 * 1024 ** 3,
    freeBytes: 20 * 1024 ** 3
  },
  kinds: [kindOf("posters", 12, 3 * 1024 ** 2), kindOf("hls", 0, 0), kindOf("own-pictures", 1, 9_000, false)],
  lastRun: { jobRunId: "r1", status: "completed", at: "2026-01-01T00:00:00.000Z", report }
}
const open = async (answers: Answers = {}, shown: object = usage) => {
  stubApi({
    "GET /api/system/storage": () => shown,
    "GET /api/settings": () => ({ metadata_storage_dedicated: true }),
    ...answers
  })
  const mounted = await mountPage(StoragePage, { names: ["run"] })
  await settled()
  return mounted
}
const press = async (name: string, within: ParentNode = document): Promise<void> => {
  const buttons = [...within.querySelectorAll<HTMLButtonElement>("button")]
  buttons.find((each) => [each.textContent?.trim(), each.getAttribute("aria-label")].includes(name))!.click()
  await settled()
}
const question = (): HTMLElement => document.querySelector<HTMLElement>("[role=alertdialog]")!
const said = () => toasts.value.map(({ text }) => text)

/**
 * Loads the component beforehand, because compiling the component on a busy machine can exceed the time limit of a
 * test.
 */
beforeAll(() => import("@/ui/ConfirmPopup.vue"), 60_000)
beforeEach(() => {
  toasts.value = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

it("shows the disk usage as one bar of media, caches, other files and free space", async () => {
  const { page } = await open()
  const widths = page.findAll("[data-part]").map((part) => part.attributes("style"))
  expect(widths).toEqual(["width: 40%;", "width: 10%;", "width: 30%;", "width: 20%;"])
  expect(page.text()).toMatch(/Disk100(\.0)? GB total/)
  expect(page.text()).toMatch(/Media40(\.0)? GB/)
  page.unmount()
  const unknown = await open({}, { ...usage, disk: null })
  expect(unknown.page.findAll("[data-part]")).toEqual([])
  unknown.page.unmount()
})

it("shows the size of each kind of generated file by library", async () => {
  const { page } = await open()
  const text = page.text()
  expect(text).toMatch(/Posters.*3(\.0)? MB · 12 items/)
  expect(text).toContain("Films")
  expect(text).toMatch(/Orphaned files deleted3 items, 2(\.0)? MB/)
  expect(text).toContain("4 items skipped: The folder is mounted read-only for the server.")
  const clearable = page.findAll("button").map((each) => each.attributes("aria-label"))
  expect(clearable).toContain("Clear Posters?")
  expect(clearable).not.toContain("Clear Your own pictures?")
  page.unmount()
})

it("deletes one kind of generated file after a confirmation", async () => {
  const bodies: Array<unknown> = []
  const { page } = await open({
    "POST /api/system/storage/clear": (body) => {
      bodies.push(body)
      return { jobRunId: "r2" }
    }
  })
  await press("Clear Posters?")
  expect(question().textContent).toMatch(/files of 12 items \(3(\.0)? MB\)/)
  expect(bodies).toEqual([])
  await press("Clear", question())
  await press("Clear Posters of “Films”?")
  await press("Clear", question())
  expect(bodies).toEqual([{ kind: "posters" }, { kind: "posters", libraryId: library.id }])
  expect(said()).toEqual(["Deleting files. They are regenerated on demand."])
  page.unmount()
})

it("shows why the server rejected an action", async () => {
  const { page } = await open(
    {
      "POST /api/jobs/queues/library-maintenance/run": refusal(503, {
        code: "unavailable",
        message: "Not now."
      })
    },
    { ...usage, measuredAt: null, isMeasuring: true, kinds: [], lastRun: null }
  )
  expect(page.text()).toContain("Measuring…")
  expect(page.text()).toContain("Maintenance has not run yet.")
  await press("Run maintenance")
  expect(said()).toEqual(["Not now."])
  page.unmount()
})

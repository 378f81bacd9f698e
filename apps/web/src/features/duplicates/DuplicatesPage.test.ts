import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { mountPage, refusal, settled, stubApi, type Answers } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import DuplicatesPage from "./DuplicatesPage.vue"

const entryOf = (id: string, title: string, more: object = {}) => ({
  item: {
    ...{ id, kind: "video", title, picture: null, width: 1920, height: 1080, duration: 65, size: 2_000_000 },
    createdAt: "2026-01-01T00:00:00.000Z"
  },
  ...{ path: `shelf/${title}.mp4`, bitRate: 4_000_000, container: "mp4", videoCodec: "h264" },
  ...{ bits: null, isSame: false, ...more }
})
const group = {
  ...{ isIdentical: false, count: 3, keepId: "i1", keepBecause: "resolution", spare: 4_000_000 },
  items: [
    entryOf("i1", "Large"),
    entryOf("i2", "Small", { bits: 5 }),
    entryOf("i3", "Copy", { isSame: true })
  ]
}
const open = async (answers: Answers = {}, { at = "/", groups = [group] as ReadonlyArray<object> } = {}) => {
  stubApi({
    "GET /api/duplicates": () => ({ items: groups, total: groups.length }),
    "GET /api/duplicates/dismissals": () => ({ items: [], total: 0 }),
    "GET /api/duplicates/batches": () => ({ items: [], total: 0 }),
    ...answers
  })
  const mounted = await mountPage(DuplicatesPage, { at, names: ["home", "videos", "video"] })
  await settled()
  return mounted
}
const press = async (name: string, within: ParentNode = document): Promise<void> => {
  const buttons = [...within.querySelectorAll<HTMLElement>("button")]
  buttons.find((each) => each.textContent?.trim() === name)!.click()
  await settled()
}
const question = (): HTMLElement => document.querySelector<HTMLElement>("[role=alertdialog]")!
const removeOthers = async (): Promise<void> => {
  await press("Remove the others")
  await press("Remove the others", question())
}
const said = () => toasts.value.map(({ text }) => text)

/** Compiling this component on a busy machine can exceed the time limit of a test, so it is loaded before the tests. */
beforeAll(() => import("@/ui/ConfirmPopup.vue"), 60_000)
beforeEach(() => {
  toasts.value = []
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

it("compares the items of a group side by side and explains which item to keep", async () => {
  const { page } = await open()
  const [large, small, copy] = page.findAll("article li").map((each) => each.text())
  expect(large).toMatch(/shelf\/Large\.mp4.*1920 × 1080.*Kept: highest resolution/)
  expect(small).toContain("92% similar")
  expect(copy).toContain("Identical")
  page.unmount()
})

const undone = { batchId: "u1", undone: 3, skipped: [], skippedCount: 0, isRunning: false }
const value = { part: "exists", field: "exists", expected: null, found: null, by: null, at: null }
const noFile = { skippedCount: 1, skipped: [{ ...value, target: null, reason: "No file." }] }

it("distinguishes an empty result from a failure to load", async () => {
  const { page } = await open({}, { groups: [] })
  expect(page.text()).toContain("No duplicates")
  page.unmount()
  const { page: other } = await open({ "GET /api/duplicates": refusal(500) })
  expect(other.text()).toContain("Couldn’t load the duplicates")
  other.unmount()
})

it("removes all items except the chosen one after a confirmation", async () => {
  const resolve = vi.fn(() => ({ resolutionId: "r1", batchId: "r1", removed: 2, failed: [] }))
  const undo = vi.fn(() => ({ batchId: "u1", undone: 3, skipped: [], skippedCount: 0, isRunning: false }))
  const { page } = await open({
    "POST /api/duplicates/resolutions": resolve,
    "POST /api/history/undo": undo
  })
  await press("Keep this one", page.findAll("article li")[1]!.element)
  await press("Remove the others")
  expect(question().textContent).toContain("Keep “Small” and move 2 others to the trash?")
  expect(resolve).not.toHaveBeenCalled()
  await press("Remove the others", question())
  expect(resolve).toHaveBeenCalledExactlyOnceWith({
    ...{ keepId: "i2", removeIds: ["i1", "i3"], deleteFile: true }
  })
  expect(page.text()).toContain("2 items moved to the trash.")
  await press("Undo")
  expect(undo).toHaveBeenCalledOnce()
  expect(said()).toEqual(["Restored"])
  expect(page.text()).not.toContain("moved to the trash.")
  page.unmount()
})

it("reports items that could not be removed or restored", async () => {
  const failed = [{ id: "i3", message: "It is gone." }]
  const { page } = await open({
    "POST /api/duplicates/resolutions": () => ({ resolutionId: "r1", batchId: "r1", removed: 1, failed }),
    "POST /api/history/undo": () => ({ ...undone, ...noFile })
  })
  await removeOthers()
  expect(said()).toEqual(["“Copy” was kept: It is gone."])
  expect(page.text()).toContain("Moved to the trash.")
  await press("Undo")
  expect(said().at(-1)).toBe("One item could not be restored: No file.")
  page.unmount()
})

it("restores all items of an earlier bulk removal", async () => {
  const batch = { id: "b1", at: "2026-01-01T00:00:00.000Z", by: "Anna", groups: 30, removed: 34 }
  let batches = [{ ...batch, titles: ["One", "Two", "Three"], expiresAt: "2026-01-31T00:00:00.000Z" }]
  const undo = vi.fn(() => {
    batches = []
    return { ...undone, ...noFile }
  })
  const { page } = await open(
    {
      "GET /api/duplicates/batches": () => ({ items: batches, total: batches.length }),
      "POST /api/history/undo": undo
    },
    { groups: [] }
  )
  expect(page.text()).toMatch(/One, Two, Three.*and 31 more.*30 groups · .* · Anna · until /)
  await press("Restore")
  expect(undo).toHaveBeenCalledExactlyOnceWith({ batchId: "b1" })
  expect(said()).toEqual(["One item could not be restored: No file."])
  expect(page.text()).not.toContain("Recently removed")
  page.unmount()
})

it("keeps showing the removed items while more items are loading", async () => {
  const batch = (id: string) => ({
    ...{ id, at: "2026-01-01T00:00:00.000Z", by: null, groups: 1, removed: 1, titles: [`Video ${id}`] },
    expiresAt: "2026-01-31T00:00:00.000Z"
  })
  const { page } = await open(
    { "GET /api/duplicates/batches": () => ({ items: [batch("b1")], total: 6 }) },
    { groups: [] }
  )
  vi.stubGlobal("fetch", () => new Promise(() => undefined))
  await press("Show more")
  expect(page.text()).toContain("Video b1")
  page.unmount()
})

it("dismisses a group and undoes the dismissal", async () => {
  const dismiss = vi.fn(() => ({ dismissalId: "d1" }))
  const revoke = vi.fn(() => null)
  const { page } = await open({
    "POST /api/duplicates/dismissals": dismiss,
    "DELETE /api/duplicates/dismissals/d1": revoke
  })
  await press("Not duplicates")
  expect(dismiss).toHaveBeenCalledExactlyOnceWith({ itemIds: ["i1", "i2", "i3"] })
  await press("Undo")
  expect(revoke).toHaveBeenCalledOnce()
  page.unmount()
})

it("stores the comparison settings in the URL", async () => {
  const { page, router } = await open({}, { at: "/?distance=8&page=2" })
  const [compare, keepBy, kind] = page.findAll("select")
  expect(compare!.element.value).toBe("8")
  await compare!.setValue("4")
  await settled()
  await keepBy!.setValue("newest")
  await settled()
  await kind!.setValue("image")
  await settled()
  expect(router.currentRoute.value.query).toEqual({ distance: "4", keepBy: "newest", kind: "image" })
  page.unmount()
})

it("goes to the last page if the current page no longer exists", async () => {
  let asked = 0
  const { page, router } = await open(
    { "GET /api/duplicates": () => ({ items: ++asked === 1 ? [] : [group], total: 1 }) },
    { at: "/?page=3" }
  )
  expect(router.currentRoute.value.query).toEqual({})
  expect(page.text()).toContain("shelf/Large.mp4")
  page.unmount()
})

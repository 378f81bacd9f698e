import type { VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, settled, stubApi, user } from "@/lib/mountPage"
import AsOfDialog from "./AsOfDialog.vue"
import { localMinute } from "./localMinute"

const props = { kind: "tag" as const, id: "t1", name: "Noir", at: "2026-01-02T10:00:00.000Z", position: 7 }
const asOf = {
  at: props.at,
  position: 7,
  values: [{ part: "name", field: "name", value: "Film noir", now: "Noir" }],
  same: [{ part: "color", field: "color", value: "#808080" }]
}
let page: VueWrapper | undefined
afterEach(async () => {
  page?.unmount()
  await settled()
  vi.unstubAllGlobals()
})
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]")!
const restoreButton = () =>
  [...dialog().querySelectorAll("button")].find(({ textContent }) => textContent?.includes("Restore"))

it("lets an administrator compare and restore earlier values", async () => {
  const undo = vi.fn(() => ({ batchId: "b1", undone: 1, skippedCount: 0, skipped: [], isRunning: false }))
  stubApi({
    ...user("administrator"),
    "GET /api/tags/t1/as-of": () => asOf,
    "POST /api/tags/t1/undo": undo
  })
  page = (await mountPage(AsOfDialog, { props })).page
  await settled()
  expect(dialog().textContent).toContain("Film noir")
  expect(dialog().textContent).toContain("#808080")
  restoreButton()!.click()
  await settled()
  expect(undo).toHaveBeenCalledWith({ sincePosition: 7 })
})

it("does not let members restore values", async () => {
  stubApi({ ...user("member"), "GET /api/tags/t1/as-of": () => ({ ...asOf, values: [] }) })
  page = (await mountPage(AsOfDialog, { props })).page
  await settled()
  expect(dialog().textContent).toContain("Nothing has changed since then.")
  expect(restoreButton()).toBeUndefined()
})

it("shows the time in the browser's time zone", () => {
  const instant = new Date(2026, 0, 5, 9, 7).toISOString()
  expect(localMinute(instant)).toBe("2026-01-05T09:07")
})

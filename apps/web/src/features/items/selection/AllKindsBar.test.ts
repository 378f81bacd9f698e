import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import "@/lib/loadedAhead"
import { mountPage, settled, stubApi, user } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import AllKindsBar from "./AllKindsBar.vue"

let page: VueWrapper | undefined
afterEach(() => {
  page?.unmount()
  document.body.innerHTML = ""
  toasts.value = []
  vi.unstubAllGlobals()
})

it("changes selected items of several kinds in one request", async () => {
  const answer = { batchId: "b", matched: 7, tried: 7, changed: 7, unchanged: 0, skipped: [], effects: [] }
  const counts = { failedCount: 0, lockedCount: 0, conflictCount: 0, isRunning: false }
  const edit = vi.fn((_body: unknown) => ({ ...answer, ...counts }))
  stubApi({ ...user("administrator"), "PATCH /api/items": edit })
  document.body.append(document.createElement("main"))
  const props = { kinds: ["video", "image"], q: "tag:t1", total: 8 }
  page = (await mountPage(AllKindsBar, { props })).page
  await flushPromises()
  expect(page.get("[role=status]").text()).toBe("All 8 selected")
  document.querySelector<HTMLElement>('[aria-label="Favorite"]')!.click()
  await settled()
  const question = document.querySelector("[role=alertdialog]")!
  expect(question.textContent).toContain("Add 7 items to your favorites?")
  const confirm = [...question.querySelectorAll("button")].find((one) =>
    one.textContent.includes("Add 7 items")
  )
  confirm!.click()
  await settled()
  expect(edit).toHaveBeenLastCalledWith({
    filter: { kind: ["video", "image"], q: "tag:t1" },
    expected: 7,
    changes: { isFavorite: { set: true } }
  })
  expect(page.findComponent(AllKindsBar).emitted("close")).toHaveLength(1)
})

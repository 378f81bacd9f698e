import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi, type Answers } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import ViewBanner from "./ViewBanner.vue"
import { isSameView, startAgain } from "./view"

const open = async (answers: Answers) => {
  const assign = vi.fn()
  vi.stubGlobal("location", { ...location, assign })
  stubApi(answers)
  const { page } = await mountPage(ViewBanner, { props: { name: "Anna" } })
  return { assign, page }
}
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

it("shows whose view of the app the administrator is using", async () => {
  const { assign, page } = await open({ "DELETE /api/session/view": refusal(503) })
  expect(page.text()).toContain("You are viewing as Anna. You can’t change anything.")
  await page.get("button").trigger("click")
  await flushPromises()
  expect(assign).not.toHaveBeenCalled()
  expect(toasts.value.at(-1)).toMatchObject({ text: "It failed.", tone: "bad" })
  page.unmount()
})

it("loads the accounts page exactly once when the administrator ends the view", async () => {
  const { assign, page } = await open({ "DELETE /api/session/view": () => null })
  await page.get("button").trigger("click")
  await flushPromises()
  startAgain()
  expect(assign).toHaveBeenCalledExactlyOnceWith("/admin/accounts")
  page.unmount()
})

it("treats two sessions as different views if their users or their viewing administrators differ", () => {
  const session = (user: string, viewer: string | null) => ({
    ...{ needsSetup: false, settings: null, uiPrefs: null },
    ...{ user: { id: user } as never, viewer: viewer === null ? null : { id: viewer, username: viewer } }
  })
  expect(isSameView(session("ada", null), session("ada", null))).toBe(true)
  expect(isSameView(session("ada", null), session("anna", "ada"))).toBe(false)
  expect(isSameView(session("anna", "ada"), session("ada", null))).toBe(false)
  expect(isSameView(session("anna", "ada"), session("anna", null))).toBe(false)
})

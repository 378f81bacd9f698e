import { afterEach, expect, it, vi } from "vitest"
import { mountPage, settled, stubApi } from "@/lib/mountPage"
import TranscriptsPage from "./TranscriptsPage.vue"

afterEach(() => vi.unstubAllGlobals())

it("hides the no-matches message while the next search is loading", async () => {
  stubApi({ "GET /api/transcripts": () => ({ items: [], total: 0 }) })
  const { page, router } = await mountPage(TranscriptsPage, {
    at: "/?q=xyzzy",
    names: ["markers", "transcripts"]
  })
  await settled()
  expect(page.text()).toContain("No matches")
  vi.stubGlobal("fetch", () => new Promise(() => undefined))
  await router.replace("/?q=lighthouse")
  await settled()
  expect(page.text()).not.toContain("No matches")
  page.unmount()
})

import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage } from "@/lib/mountPage"
import TimelinePage from "./TimelinePage.vue"

const open = async (arriving: number) => {
  const unready = { image: { failed: 0, missing: 0, arriving } }
  const answers: Readonly<Record<string, unknown>> = {
    "/api/images/timeline": { total: 0, days: [] },
    "/api/libraries": { items: [{ id: "l", name: "Photos", roots: [], counts: { unready } }], total: 1 }
  }
  vi.stubGlobal("fetch", async (input: string) => {
    const data = answers[new URL(String(input), "http://test").pathname]
    return data === undefined ? new Response("{}", { status: 404 }) : Response.json({ ok: true, data })
  })
  const { page } = await mountPage(TimelinePage, {
    at: "/",
    names: ["images", "images-timeline", "galleries", "libraries"]
  })
  await flushPromises()
  await flushPromises()
  return page
}
afterEach(() => vi.unstubAllGlobals())

it("shows that photos are being processed if none has a date yet", async () => {
  const page = await open(240)
  expect(page.text()).toContain("240 files are being processed")
  expect(page.text()).toContain("Your photos are being processed")
  expect(page.text()).not.toContain("No photos yet")
  page.unmount()
})

it("shows that there are no photos if none are being processed", async () => {
  const page = await open(0)
  expect(page.text()).toContain("No photos yet")
  page.unmount()
})

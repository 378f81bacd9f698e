import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { mountPage } from "@/lib/mountPage"
import ArtistsPage from "./ArtistsPage.vue"

const PER_PAGE = 60
const TOTAL = 1_200
let asked: Array<string> = []
const artist = (number: number) => ({
  ...{ id: `a${number}`, name: `Artist ${number}`, albums: 1, tracks: 12, picture: null }
})
const open = async (at: string) => {
  vi.stubGlobal("fetch", async (input: string) => {
    const { pathname, searchParams } = new URL(String(input), "http://test")
    if (pathname !== "/api/audio-artists") return new Response("{}", { status: 404 })
    asked.push(searchParams.toString())
    const from = (Number(searchParams.get("page")) - 1) * PER_PAGE
    const items = Array.from({ length: PER_PAGE }, (_, index) => artist(from + index))
    return Response.json({ ok: true, data: { items, total: TOTAL, page: 1, perPage: PER_PAGE } })
  })
  const mounted = await mountPage(ArtistsPage, { at, names: ["artist", "artists", "albums", "audio"] })
  await settle()
  return mounted
}
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(400)
  await flushPromises()
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("loads only the artists that scroll into view", async () => {
  const { page } = await open("/")
  expect(asked).toEqual([`page=1&perPage=${PER_PAGE}`])
  expect(page.get("h1 + span").text()).toBe("1,200")
  expect(page.get("[role=listitem]").attributes("aria-setsize")).toBe("1200")
  const main = document.querySelector("main")!
  // Simulates scrolling by moving the position of the list.
  vi.spyOn(main, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 59_000, 1_000, 800))
  main.dispatchEvent(new Event("scroll"))
  await settle()
  const last = Number(new URLSearchParams(asked.at(-1)).get("page"))
  expect(last).toBeGreaterThan(9)
  expect(page.text()).toContain(`Artist ${(last - 1) * PER_PAGE}`)
  page.unmount()
})

it("applies the filter in the URL", async () => {
  const { page } = await open("/?q=ann&hasAlbums=yes")
  expect(asked).toEqual([`q=ann&hasAlbums=true&page=1&perPage=${PER_PAGE}`])
  expect(page.text()).toContain("“ann”")
  expect(page.text()).toContain("Album artists only")
  page.unmount()
})

import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { type Answers, mountPage, refusal, stubApi, user } from "@/lib/mountPage"
import CommandPalette from "./CommandPalette.vue"
import { isPaletteOpen } from "./paletteState"

const found = (title: string, over: object = {}) => ({
  groups: [
    {
      kind: "video",
      total: 7,
      isMore: false,
      items: [
        {
          ...itemFixture,
          id: "v1",
          kind: "video",
          title,
          date: "1982",
          duration: 60,
          width: 1,
          height: 1,
          pages: null
        }
      ]
    }
  ],
  people: [{ kind: "artist", id: "a1", name: "Harbour Band", count: 3 }],
  problems: [],
  performed: "harbour",
  ...over
})
const library = { id: "l1", name: "Films", contents: ["videos"], roots: [], counts: { byKind: {} } }
const answers: Answers = {
  ...user("administrator"),
  "GET /api/libraries": () => ({ items: [library], total: 1, page: 1, perPage: 100 }),
  "GET /api/views": () => [
    {
      id: "w1",
      name: "Unwatched films",
      page: "videos",
      text: "is:unwatched",
      sort: null,
      layout: null,
      columns: null
    }
  ],
  "GET /api/search": () => found("Harbour Lights")
}
const palette = (): HTMLElement => document.querySelector<HTMLElement>("[role=dialog]")!
const input = (): HTMLInputElement => palette().querySelector("input")!
const options = (): ReadonlyArray<string> =>
  [...palette().querySelectorAll("[role=option] .truncate")].map((one) => one.textContent ?? "")
const settle = async (ms = 300): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms)
  await flushPromises()
}
const type = async (text: string, ms = 300): Promise<void> => {
  input().value = text
  input().dispatchEvent(new Event("input"))
  await settle(ms)
}
const press = async (key: string): Promise<void> => {
  input().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  await settle()
}
let page: VueWrapper | undefined
const close = async (): Promise<void> => {
  page?.unmount()
  page = undefined
  await settle()
}
const open = async (over: Answers = {}) => {
  await close()
  stubApi({ ...answers, ...over })
  isPaletteOpen.value = true
  const opened = await mountPage(CommandPalette, {
    names: ["video", "videos", "artist", "library", "home", "trash", "operations"]
  })
  page = opened.page
  await settle()
  return opened
}

describe("the command palette", () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(async () => {
    await close()
    isPaletteOpen.value = false
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("offers pages, views and actions before the user types", async () => {
    await open()
    expect(options()).toEqual(
      expect.arrayContaining([
        "Videos",
        "Unwatched films",
        "Scan library Films",
        "Upload files to Films",
        "Pause all jobs"
      ])
    )
  })

  it("hides actions from members", async () => {
    await open(user("member"))
    expect(options()).toContain("Videos")
    expect(options().filter((label) => /Scan|Pause|Upload/.test(label))).toEqual([])
  })

  it("groups results by kind and opens a result with the keyboard", async () => {
    const { router } = await open()
    await type("harbour")
    expect(options()).toEqual(["Harbour Band", "Artist", "Harbour Lights", "Show all 7 results"])
    await press("ArrowDown")
    expect(palette().querySelector("[aria-selected=true]")?.textContent).toContain("Harbour Lights")
    await press("Enter")
    expect(router.currentRoute.value.fullPath).toBe("/video/v1")
    expect(isPaletteOpen.value).toBe(false)
    await open()
    expect(options()[0]).toBe("Harbour Lights")
  })

  it("links to the list of all results", async () => {
    const { router } = await open()
    await type("harbour")
    await press("ArrowUp")
    await press("Enter")
    expect(router.currentRoute.value.fullPath).toBe("/videos?q=harbour")
  })

  it("discards a late response to an earlier query", async () => {
    const pending: Array<(answer: Response) => void> = []
    const json = (data: unknown): Response => new Response(JSON.stringify({ ok: true, data }))
    await open()
    const before = globalThis.fetch
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
      url.includes("/api/search") ? new Promise((resolve) => pending.push(resolve)) : before(url, init)
    )
    await type("harb")
    await type("orchard")
    pending[1]!(json(found("Orchard")))
    await settle()
    pending[0]!(json(found("Harbour Lights")))
    await settle()
    expect(options()).toContain("Orchard")
    expect(options()).not.toContain("Harbour Lights")
  })

  it("opens a result for the latest text if the user presses Enter during loading", async () => {
    const results = [found("Harbour Lights"), found("Orchard", { people: [] })]
    const { router } = await open({ "GET /api/search": () => results.shift() })
    await type("harb")
    await type("orchard", 20)
    input().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))
    await settle(20)
    expect(isPaletteOpen.value).toBe(true)
    await settle()
    expect([isPaletteOpen.value, router.currentRoute.value.fullPath]).toEqual([false, "/video/v1"])
  })

  it("does not search until the user pauses typing", async () => {
    const search = vi.fn(() => found("Harbour Lights"))
    await open({ "GET /api/search": search })
    await type("h", 20)
    await type("ha", 20)
    await type("har")
    expect(search).toHaveBeenCalledOnce()
  })

  it("shows the corrected spelling of a query, or the reason if the search fails", async () => {
    await open({ "GET /api/search": () => found("Harbour Lights", { corrected: "harbour" }) })
    await type("harbuor")
    expect(palette().textContent).toContain("Showing results for “harbour”")
    await open({
      "GET /api/search": refusal(422, { code: "too_broad", message: "The search is too broad." })
    })
    await type("a")
    expect(palette().textContent).toContain("Search failed: The search is too broad.")
  })

  it("reports that no results match", async () => {
    await open({ "GET /api/search": () => ({ groups: [], people: [], problems: [] }) })
    await type("zzzz")
    expect(palette().textContent).toContain("Nothing matches “zzzz”")
  })
})

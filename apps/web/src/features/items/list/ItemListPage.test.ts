import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { useQueryCache } from "@pinia/colada"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { defineComponent, h } from "vue"
import { expectItems } from "@/lib/expectedItems"
import { type Answers, mountPage, stubApi, user } from "@/lib/mountPage"
import type { ItemDefinition, ItemDetail } from "../definition"
import { liveTopic } from "../live"
import { itemFixture, makeDefinition } from "../testing"
import ItemListPage from "./ItemListPage.vue"

const item = (id: string, title: string): ItemDetail => ({ ...itemFixture, id, title })
const libraries = { "GET /api/libraries": () => ({ items: [], total: 0, page: 1, perPage: 100 }) }

describe("an item list", () => {
  let page: VueWrapper
  let cache: ReturnType<typeof useQueryCache>
  const open = async (
    definition: ItemDefinition,
    { answers = {}, at = "/" }: { answers?: Answers; at?: string } = {}
  ) => {
    stubApi({ ...user("administrator"), ...libraries, ...answers })
    const Page = defineComponent(() => {
      cache = useQueryCache()
      return () => h(ItemListPage, { definition })
    })
    const opened = await mountPage(Page, { at, names: ["image", "libraries", "person", "requests"] })
    page = opened.page
    await settle()
    return opened
  }
  const settle = async (ms = 400): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
    await flushPromises()
  }
  // The name of the list route is also the name of the page.
  const definitionOf = (items: ReadonlyArray<ItemDetail>, over: Partial<ItemDefinition> = {}) =>
    makeDefinition(items, { routes: { list: "page", detail: "image" }, ...over })

  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    page.unmount()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("shows the number of items and a link to each item", async () => {
    await open(definitionOf([item("a", "Harbour"), item("b", "Orchard")]))
    expect(page.get("h1").text()).toBe("Photos")
    expect(page.get("[role=status]").text()).toContain("2")
    expect(page.findAll("[role=listitem] a").map((link) => link.attributes("href"))).toEqual([
      "/image/a",
      "/image/b"
    ])
  })

  it("shows rows instead of cards if the URL selects the table view", async () => {
    await open(definitionOf([item("a", "Harbour")]), { at: "/?view=table" })
    expect(page.get("[role=rowgroup] [role=row] a").text()).toContain("Harbour")
    expect(page.get("[aria-label=Table]").attributes("aria-pressed")).toBe("true")
  })

  it("explains how to add items to an empty list", async () => {
    await open(definitionOf([]))
    expect(page.text()).toContain("No photos yet")
    expect(page.text()).toContain("Go to libraries")
  })

  it("hides the link to the libraries from members if the list is empty", async () => {
    await open(definitionOf([]), { answers: user("member") })
    expect(page.text()).not.toContain("Go to libraries")
  })

  it("lets members request a title that was not found", async () => {
    await open(definitionOf([]), { at: "/?q=solaris", answers: user("member") })
    const link = page.findAll("a").find((each) => each.text() === "Request it")
    expect(link?.attributes("href")).toBe("/requests?title=solaris")
  })

  it("links to matching names and suggests a spelling correction", async () => {
    const { router } = await open(definitionOf([]), {
      at: "/?q=bergmann",
      answers: {
        "GET /api/search": () => ({
          groups: [{ kind: "image", total: 1, isMore: false, items: [] }],
          people: [{ kind: "performer", id: "p1", name: "Ingrid Bergman", count: 3 }],
          problems: [],
          corrected: "bergman"
        })
      }
    })
    await vi.dynamicImportSettled()
    await settle()
    expect(page.get("a[href='/person/p1']").text()).toBe("Ingrid Bergman")
    const better = page.findAll("button").find((each) => each.text() === "Did you mean bergman?")
    await better?.trigger("click")
    await settle()
    expect(router.currentRoute.value.query["q"]).toBe("bergman")
  })

  it("shows that no items match and offers to clear the filter", async () => {
    const { router } = await open(definitionOf([]), { at: "/?q=x&status=failed" })
    expect(page.text()).toContain("Nothing matches")
    const clear = page.findAll("button").find((button) => button.text() === "Clear filters")
    await clear?.trigger("click")
    await flushPromises()
    expect(router.currentRoute.value.query).toEqual({})
  })

  it("shows why the first page failed to load, with a retry button", async () => {
    let isDown = true
    const good = makeDefinition([item("a", "Harbour")])
    await open(
      definitionOf([], {
        list: (...wanted) => (isDown ? Promise.reject(new Error("Out of paper")) : good.list(...wanted))
      })
    )
    expect(page.get("[role=alert]").text()).toContain("Couldn’t load the photos")
    expect(page.get("[role=alert]").text()).toContain("Out of paper")
    isDown = false
    await page.get("[role=alert] button").trigger("click")
    await settle()
    expect(page.find("[role=alert]").exists()).toBe(false)
    expect(page.text()).toContain("Harbour")
  })

  it("updates a changed item in place", async () => {
    const get = vi.fn(() => Promise.resolve(item("a", "Harbour at Night")))
    await open(definitionOf([item("a", "Harbour"), item("b", "Orchard")], { get }))
    const delta = { t: "delta", seq: 2, from: 1, at: "" } as const
    liveTopic.delta({ ...delta, items: { video: { ids: ["a"], many: false } } }, cache)
    await settle(1_500)
    expect(get).not.toHaveBeenCalled()
    liveTopic.delta({ ...delta, items: { image: { ids: ["a"], many: false } } }, cache)
    await settle(1_500)
    expect(get).toHaveBeenCalledOnce()
    expect(page.text()).toContain("Harbour at Night")
    expect(page.text()).toContain("Orchard")
  })

  it("immediately shows the items that an undo restored", async () => {
    const items = [item("a", "Harbour")]
    await open(definitionOf(items))
    items.unshift(item("c", "Canyon"))
    // Sets the clock to the past, so that the items no longer count as expected when later tests run.
    vi.setSystemTime(0)
    expectItems()
    liveTopic.delta(
      { t: "delta", seq: 2, from: 1, at: "", items: { image: { ids: ["c"], many: false } } },
      cache
    )
    await settle(1_500)
    expect(page.text()).toContain("Canyon")
  })

  it("announces new items and shows them at the user's request", async () => {
    const items = [item("a", "Harbour")]
    await open(definitionOf(items))
    items.unshift(item("c", "Canyon"))
    liveTopic.delta(
      { t: "delta", seq: 2, from: 1, at: "", items: { image: { ids: ["c"], many: false } } },
      cache
    )
    await settle(1_500)
    expect(page.text()).not.toContain("Canyon")
    const pill = page.findAll("button").find((button) => /1 new/.test(button.text()))
    await pill?.trigger("click")
    await settle()
    expect(page.text()).toContain("Canyon")
  })
})

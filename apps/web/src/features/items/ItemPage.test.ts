import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { ApiError } from "@/api"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import type { ItemDefinition, ItemDetail } from "./definition"
import ItemPage from "./ItemPage.vue"
import { itemFixture, makeDefinition } from "./testing"

const library = {
  id: "l1",
  name: "Photos",
  contents: ["images"],
  roots: [{ id: "r1", path: "/media/photos/" }]
}

describe("the page of an item", () => {
  let page: VueWrapper
  const open = async (
    over: Partial<ItemDetail> = {},
    role: "administrator" | "member" = "administrator",
    definition: Partial<ItemDefinition> = {}
  ) => {
    stubApi({
      ...user(role),
      "GET /api/libraries": () => ({
        items: [role === "member" ? { ...library, roots: [] } : library],
        total: 1,
        page: 1,
        perPage: 100
      })
    })
    const props = { id: "i1", definition: makeDefinition([{ ...itemFixture, ...over }], definition) }
    page = (await mountPage(ItemPage, { names: ["images", "image"], props })).page
    await flushPromises()
  }
  afterEach(() => {
    page.unmount()
    vi.unstubAllGlobals()
  })

  it("shows administrators where the file lies", async () => {
    await open()
    expect(page.get("h1").text()).toBe("Harbour")
    expect(page.text()).toContain("Photos")
    expect(page.text()).toContain("/media/photos/2024/harbour.jpg")
    expect(page.text()).toContain("Edit")
  })

  it("shows members neither the path nor the form", async () => {
    await open({}, "member")
    expect(page.text()).toContain("Photos")
    expect(page.text()).not.toContain("harbour.jpg")
    expect(page.text()).not.toContain("Edit")
  })

  it("says why a file cannot be used", async () => {
    await open({ status: "failed", failure: "The file is empty" })
    expect(page.get("[role=alert]").text()).toContain("The file is empty")
  })

  it("says that there is no such item", async () => {
    await open({}, "administrator", {
      get: () => Promise.reject(new ApiError({ code: "not_found", message: "No image.", status: 404 }))
    })
    expect(page.text()).toContain("Image not found")
  })

  it("shows another failure with a way to try again", async () => {
    let isDown = true
    await open({}, "administrator", {
      get: () => (isDown ? Promise.reject(new Error("Out of paper")) : Promise.resolve(itemFixture))
    })
    expect(page.get("[role=alert]").text()).toContain("Out of paper")
    isDown = false
    await page.get("[role=alert] button").trigger("click")
    await flushPromises()
    expect(page.get("h1").text()).toBe("Harbour")
  })

  it("saves a rating", async () => {
    const update = vi.fn(() => Promise.resolve({ ...itemFixture, rating: 80 }))
    await open({}, "member", { update })
    await page.get("input[value='80']").setValue(true)
    await flushPromises()
    expect(update).toHaveBeenCalledWith("i1", { rating: 80 })
  })
})

import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { ApiError } from "@/api"
import "@/lib/loadedAhead"
import { mountPage, settled, stubApi, user } from "@/lib/mountPage"
import type { ItemDefinition, ItemDetail } from "../definition"
import ItemPage from "./ItemPage.vue"
import { itemFixture, makeDefinition, makeOwnRoutes } from "../testing"

const library = {
  id: "l1",
  name: "Photos",
  contents: ["images"],
  roots: [{ id: "r1", path: "/media/photos/" }]
}

describe("an item page", () => {
  let page: VueWrapper
  const open = async (
    over: Partial<ItemDetail> = {},
    role: "administrator" | "member" = "administrator",
    definition: Partial<ItemDefinition> = {},
    at = "/"
  ) => {
    stubApi({
      ...user(role),
      "GET /api/jobs": () => ({ items: [], total: 0, page: 1, perPage: 20 }),
      "GET /api/libraries": () => ({
        items: [role === "member" ? { ...library, roots: [] } : library],
        total: 1,
        page: 1,
        perPage: 100
      })
    })
    const props = { id: "i1", definition: makeDefinition([{ ...itemFixture, ...over }], definition) }
    page = (await mountPage(ItemPage, { at, names: ["images", "image"], props })).page
    await vi.dynamicImportSettled()
    await flushPromises()
  }
  afterEach(() => {
    page.unmount()
    vi.unstubAllGlobals()
  })

  it("shows the path of the file to administrators", async () => {
    await open({}, "administrator", {}, "/?tab=file")
    expect(page.get("h1").text()).toBe("Harbour")
    expect(page.text()).toContain("Photos")
    expect(page.text()).toContain("/media/photos/2024/harbour.jpg")
    expect(page.text()).toContain("Edit")
  })

  it("hides the path of the file and the edit form from members", async () => {
    await open({}, "member", {}, "/?tab=file")
    expect(page.text()).toContain("Photos")
    expect(page.text()).not.toContain("harbour.jpg")
    expect(page.text()).not.toContain("Edit")
  })

  it("shows why a file cannot be used", async () => {
    await open({ status: "failed", failure: "The file is empty" })
    expect(page.get("[role=alert]").text()).toContain("The file is empty")
  })

  it("shows that an item does not exist", async () => {
    await open({}, "administrator", {
      get: () => Promise.reject(new ApiError({ code: "not_found", message: "No image.", status: 404 }))
    })
    expect(page.text()).toContain("Photo not found")
  })

  it("shows other errors with a retry button", async () => {
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

  it("saves the user's rating and favorite", async () => {
    const rate = vi.fn(() => Promise.resolve(null))
    const favorite = vi.fn(() => Promise.resolve(null))
    await open({}, "member", { own: makeOwnRoutes({ rate, favorite }) })
    await page.get("input[value='80']").setValue(true)
    await page.get("[aria-label='Add to favorites']").trigger("click")
    await flushPromises()
    expect(rate).toHaveBeenCalledWith({ path: { id: "i1" }, body: { rating: 80 }, keepalive: true })
    expect(favorite).toHaveBeenCalledWith({ path: { id: "i1" }, keepalive: true })
    expect(page.get("[aria-label='Remove from favorites']").attributes("aria-pressed")).toBe("true")
  })

  it("shows the item's year and flags, with a link to the list", async () => {
    await open({ date: "2010-09-30", isOrganized: true, isNsfw: true })
    expect(page.get("nav a").text()).toBe("Photos")
    expect(page.text()).toContain("2010")
    expect(page.text()).toContain("Organized")
    expect(page.text()).toContain("NSFW")
  })

  it("does not offer ratings or favorites for unusable items", async () => {
    await open({ status: "failed", failure: "This is a video, not a picture" })
    expect(page.get("[role=alert] p").text()).toBe("This is a video, not a picture")
    expect(page.find("fieldset").exists()).toBe(false)
    expect(page.find("[aria-label='Add to favorites']").exists()).toBe(false)
  })

  it("asks before closing a form with unsaved changes", async () => {
    await open()
    const edit = () => page.findAll("button").find((one) => one.text() === "Edit")!
    for (const close of ["Edit", "Cancel"]) {
      await edit().trigger("click")
      await vi.dynamicImportSettled()
      await page.get("form input").setValue("Other")
      await page
        .findAll("button")
        .find((one) => one.text() === close)!
        .trigger("click")
      await settled()
      expect(document.querySelector("[role=alertdialog]")?.textContent).toContain("Discard your changes?")
      const discard = [...document.querySelectorAll<HTMLElement>("[role=alertdialog] button")].at(-1)
      discard?.click()
      await settled()
      expect(page.find("form").exists()).toBe(false)
      if (close === "Cancel") expect(document.activeElement).toBe(edit().element)
    }
  })

  it("shows the jobs of the item to administrators", async () => {
    await open({}, "administrator", {}, "/?tab=file")
    await page.get("[data-tab=jobs]").trigger("click")
    await settled()
    expect(page.text()).toContain("No jobs for this photo yet.")
  })
})

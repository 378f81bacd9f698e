import type { VueWrapper } from "@vue/test-utils"
import { describe, expect, it, vi } from "vitest"
import { settled } from "@/lib/mountPage"
import { open, popup, press, type } from "./testing"

vi.stubGlobal("matchMedia", () => ({ matches: false }))

const chips = (page: VueWrapper): ReadonlyArray<string | undefined> =>
  page.findAll("[data-chip]").map((chip) => chip.attributes("aria-label"))
const line = (page: VueWrapper) => page.get("input[aria-label='Search videos']")

describe("the chips of a filter", () => {
  it("shows conditions as sentences, with names instead of entity ids", async () => {
    const { page } = await open('resolution>=1080p is:unwatched library:0190 -codec:hevc "blade runner"')
    expect(chips(page)).toEqual([
      "Resolution is at least 1080p",
      "Is not watched",
      "Library is Attic",
      "Not: Video codec contains hevc",
      'Text contains "blade runner"'
    ])
  })

  it("updates the chips while the user types valid text", async () => {
    vi.useFakeTimers()
    const { page, text } = await open("")
    await line(page).setValue("resolution>=1080p")
    expect(chips(page)).toEqual(["Resolution is at least 1080p"])
    await line(page).setValue("resolution>=1080p rezolution:4k")
    expect(chips(page)).toEqual(["Resolution is at least 1080p"])
    expect(page.get(".decoration-bad").text()).toBe("rezolution")
    expect(page.text()).toContain('Unknown field "rezolution". Did you mean "resolution"?')
    await vi.advanceTimersByTimeAsync(500)
    expect(text.value).toBe("")
    vi.useRealTimers()
    await page
      .findAll("button")
      .find((button) => button.text() === "Use “resolution”")!
      .trigger("click")
    await line(page).trigger("keydown", { key: "Enter" })
    expect(text.value).toBe("resolution>=1080p resolution:4k")
    expect(page.find(".decoration-bad").exists()).toBe(false)
  })

  it("updates the text when the user removes a chip", async () => {
    const { page, text } = await open("year:1980 is:favorite codec:hevc")
    await page.get("[aria-label='Remove Is favorite']").trigger("click")
    expect(text.value).toBe("year:1980 codec:hevc")
    await page.get("[aria-label='Add filter']").trigger("keydown", { key: "Backspace" })
    expect(text.value).toBe("year:1980")
  })

  it("groups the selected chips into a box with its own operator", async () => {
    const { page, text } = await open("year:1980 is:favorite codec:hevc")
    const part = (label: string) => page.get(`[aria-label='${label}'] [data-part]`)
    await part("Is favorite").trigger("keydown", { key: "x" })
    await part("Video codec contains hevc").trigger("keydown", { key: "x" })
    await part("Video codec contains hevc").trigger("keydown", { key: "g" })
    expect(text.value).toBe("year:1980 (is:favorite OR codec:hevc)")
    await page.get("[aria-label=Group] select").setValue("not")
    expect(text.value).toBe("year:1980 NOT (is:favorite OR codec:hevc)")
    await page.get("[aria-label=Ungroup]").trigger("click")
    expect(text.value).toBe("year:1980 is:favorite codec:hevc")
  })

  it("shows groups that are nested more than three levels deep as text", async () => {
    const { page } = await open("a (b OR (c (d OR (e f))))")
    expect(page.get("code").text()).toBe("e f")
  })

  it("sorts the list by several fields", async () => {
    const { page, text } = await open("noir sort:-rating,title")
    await page.get("[aria-label='Rating, descending']").trigger("click")
    expect(text.value).toBe("noir sort:rating,title")
    await page.get("[aria-label='Remove Sorted by Title']").trigger("click")
    expect(text.value).toBe("noir sort:rating")
  })
})

describe("the filter editor", () => {
  it("selects a field, an operator and a value with the keyboard", async () => {
    const { page, text } = await open("is:favorite")
    await page.get("[aria-label='Add filter']").trigger("click")
    await settled()
    await type("resol")
    await press("Enter")
    await press("Enter")
    await type("4k")
    await press("Enter")
    expect(text.value).toBe("is:favorite resolution>=4k")
    expect(document.querySelector("[role=dialog]")).toBeNull()
  })

  it("edits the part of a chip that the user clicks", async () => {
    const { page, text } = await open("resolution>=1080p")
    await page.get("[aria-label='Change operator: is at least']").trigger("click")
    await settled()
    await type("is less")
    await press("Enter")
    expect(text.value).toBe("resolution<1080p")
    await page.get("[aria-label='Change value: 1080p']").trigger("click")
    await settled()
    await type("720")
    await press("Enter")
    expect(text.value).toBe("resolution<720p")
  })

  it("offers existing values with their counts", async () => {
    const { page, text } = await open("library:(Archive)")
    await page.get("[aria-label='Change value: Archive']").trigger("click")
    await settled()
    await expect.poll(() => popup().textContent).toContain("12")
    await press("ArrowDown")
    await press("Enter")
    expect(text.value).toBe("library:(Archive, Attic)")
  })

  it("shows how many items of the list have each value", async () => {
    const { page } = await open("resolution>=1080p")
    await page.get("[aria-label='Change value: 1080p']").trigger("click")
    await settled()
    const choices = [...popup().querySelectorAll("[role=option]")].map((choice) => choice.textContent)
    expect(choices.find((choice) => choice?.includes("1080p"))).toContain("7")
    expect(choices.find((choice) => choice?.includes("720p"))).toMatch(/720p\s*0/)
  })

  it("shows the expected format of a value", async () => {
    const { page } = await open("duration>1h")
    await page.get("[aria-label='Change value: 1h']").trigger("click")
    await settled()
    await type("long")
    expect(popup().textContent).toContain("Enter a duration such as 1h30m or 95m.")
  })

  it("searches for a typed word that is not the name of a field", async () => {
    const { page, text } = await open("")
    await page.get("[aria-label='Add filter']").trigger("click")
    await settled()
    await type("harbour")
    await press("Enter")
    expect(text.value).toBe("harbour")
  })
})

import { mount } from "@vue/test-utils"
import { beforeEach, describe, expect, it, vi } from "vitest"
import NumberSetting from "./NumberSetting.vue"

const save = vi.fn()
vi.mock("./useAutoSave", async () => {
  const { shallowRef } = await import("vue")
  return { useAutoSave: () => ({ error: shallowRef(), save, state: shallowRef("idle") }) }
})

const definition = {
  key: "background_worker_concurrency",
  section: "jobs",
  label: () => "Parallel jobs per queue",
  help: () => "Higher is faster.",
  min: 1,
  max: 16,
  standard: 1,
  unit: (count: number) => (count === 1 ? "job" : "jobs")
} as const

const open = () => mount(NumberSetting, { props: { definition, value: 3 } })
type Page = ReturnType<typeof open>
const field = (page: Page) => page.get<HTMLInputElement>("input")
const type = async (text: string) => {
  const page = open()
  await field(page).setValue(text)
  return page
}
const press = (page: Page, label: string) => page.get(`button[aria-label="${label}"]`).trigger("click")

beforeEach(() => {
  save.mockClear()
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe("a number setting", () => {
  it.each(["99", "0", "2.5", ""])("does not save the value %j, and shows the allowed range", async (text) => {
    const page = await type(text)
    expect(page.text()).toContain("Enter a number from 1 to 16.")
    expect(page.text()).not.toContain("background_worker_concurrency")
    expect(field(page).attributes("aria-invalid")).toBe("true")
    await field(page).trigger("blur")
    expect(field(page).element.value).toBe("3")
    expect(page.text()).not.toContain("Enter a number")
    vi.runAllTimers()
    expect(save).not.toHaveBeenCalled()
  })

  it("saves a value within the allowed range", async () => {
    const page = await type("16")
    await field(page).trigger("change")
    vi.runAllTimers()
    expect(save).toHaveBeenCalledExactlyOnceWith({ background_worker_concurrency: 16 })
  })

  it("saves several clicks on the plus and minus buttons as one change", async () => {
    const page = open()
    for (let n = 0; n < 3; n += 1) await press(page, "Increase Parallel jobs per queue")
    await press(page, "Decrease Parallel jobs per queue")
    vi.runAllTimers()
    expect(save).toHaveBeenCalledExactlyOnceWith({ background_worker_concurrency: 5 })
  })

  it("saves a change even if the user leaves the page immediately afterwards", async () => {
    const page = open()
    await press(page, "Increase Parallel jobs per queue")
    page.unmount()
    expect(save).toHaveBeenCalledExactlyOnceWith({ background_worker_concurrency: 4 })
  })

  it("shows the unit and the default value", () => {
    const page = open()
    expect(page.text()).toContain("jobs")
    expect(page.text()).toContain("Default: 1 job.")
    expect(page.findAll("input")).toHaveLength(1)
  })
})

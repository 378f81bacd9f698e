import { mount } from "@vue/test-utils"
import { describe, expect, it, vi } from "vitest"
import NumberSetting from "./NumberSetting.vue"

const save = vi.fn()
vi.mock("./useAutoSave", async () => {
  const { shallowRef } = await import("vue")
  return { useAutoSave: () => ({ error: shallowRef(), save, state: shallowRef("idle") }) }
})

const definition = {
  key: "background_worker_concurrency",
  label: "Jobs at once",
  help: "",
  effect: "",
  min: 1,
  max: 16,
  standard: 1,
  unit: ["job", "jobs"]
} as const

const type = async (text: string) => {
  const page = mount(NumberSetting, { props: { definition, value: 3 } })
  const field = page.get<HTMLInputElement>("input[type=number]")
  field.element.value = text
  await field.trigger("change")
  return page
}

describe("a typed number", () => {
  it.each(["99", "0", "2.5", ""])("is rejected with a reason and reset: %j", async (text) => {
    const page = await type(text)
    expect(page.get("[role=status]").text()).toBe("Enter a whole number from 1 to 16.")
    expect(page.get<HTMLInputElement>("input[type=number]").element.value).toBe("3")
    expect(save).not.toHaveBeenCalled()
  })

  it("is saved when it fits", async () => {
    vi.useFakeTimers()
    const page = await type("16")
    vi.runAllTimers()
    vi.useRealTimers()
    expect(page.get("[role=status]").text()).toBe("")
    expect(save).toHaveBeenCalledWith({ background_worker_concurrency: 16 })
  })
})

import { flushPromises, mount, type VueWrapper } from "@vue/test-utils"
import { createPinia } from "pinia"
import { PiniaColada } from "@pinia/colada"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { defineComponent, h, shallowRef } from "vue"
import { refusal, stubApi } from "@/lib/mountPage"
import { entityKinds } from "../entityKinds"
import EntityPicker from "./EntityPicker.vue"
import type { Picked } from "./picked"

const suggestions = [
  { value: "Ingrid Bergman", label: "Ingrid Bergman", id: "p1", count: 12 },
  { value: "Ingmar Bergman", label: "Ingmar Bergman", id: "p2", count: 3, alias: "Ing. Bergman" }
]
let picked = shallowRef<ReadonlyArray<Picked>>([])
let wrapper: VueWrapper
const open = async (over: object = {}) => {
  picked = shallowRef<ReadonlyArray<Picked>>([])
  const Host = defineComponent(
    () => () =>
      h(EntityPicker, {
        info: entityKinds.performer,
        label: "People",
        modelValue: picked.value,
        "onUpdate:modelValue": (next: ReadonlyArray<Picked>) => (picked.value = next),
        ...over
      })
  )
  wrapper = mount(Host, { attachTo: document.body, global: { plugins: [createPinia(), PiniaColada] } })
  await settle()
}
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(300)
  await flushPromises()
}
const input = () => wrapper.get("input")
const type = async (text: string): Promise<void> => {
  await input().setValue(text)
  await settle()
}
const press = (key: string) => input().trigger("keydown", { key })
const options = () => wrapper.findAll("[role=option]").map((one) => one.text().replace(/\s+/g, " "))
const chips = () => wrapper.findAll("ul[aria-label=People]:not([role]) li").map((one) => one.text())

beforeEach(() => {
  vi.useFakeTimers()
  stubApi({ "GET /api/suggest": () => suggestions })
})
afterEach(() => {
  wrapper.unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("offers to create an entity if the entered name does not exist", async () => {
  await open()
  await type("ing")
  expect(options()).toEqual([
    "Ingrid Bergman 12",
    "Ingmar Bergman also called Ing. Bergman 3",
    "Create “ing”"
  ])
  await type("ingrid  BERGMAN")
  expect(options().at(-1)).not.toContain("Create")
})

it("selects, creates and removes entities with the keyboard alone", async () => {
  await open()
  await type("ing")
  await press("ArrowDown")
  expect(wrapper.get("[aria-selected=true]").text()).toContain("Ingmar")
  expect(input().attributes("aria-activedescendant")).toBe(
    wrapper.get("[aria-selected=true]").attributes("id")
  )
  await press("Enter")
  expect(picked.value).toEqual([{ id: "p2", name: "Ingmar Bergman" }])
  expect(input().element.value).toBe("")
  await type("New Face")
  await press("ArrowUp")
  await press("Enter")
  expect(chips()).toEqual(["Ingmar Bergman", "New Face"])
  expect(picked.value[1]).toEqual({ id: undefined, name: "New Face" })
  await press("Backspace")
  expect(chips()).toEqual(["Ingmar Bergman"])
})

it("closes the suggestions on Escape without closing the surrounding form", async () => {
  await open()
  await type("ing")
  const heard = vi.fn()
  document.body.addEventListener("keydown", heard)
  await press("Escape")
  expect(input().attributes("aria-expanded")).toBe("false")
  expect(heard).not.toHaveBeenCalled()
  await press("Escape")
  expect(heard).toHaveBeenCalledOnce()
  document.body.removeEventListener("keydown", heard)
})

it("does not suggest entities that are already selected or not allowed", async () => {
  await open({ refused: ["p1"] })
  await type("ing")
  await press("Enter")
  await type("ing")
  expect(options()).toEqual(["Create “ing”"])
})

it("replaces the selected entity in single mode", async () => {
  await open({ single: true, canCreate: false })
  await type("ing")
  await press("Enter")
  await type("ing")
  expect(options()).toEqual(["Ingmar Bergman also called Ing. Bergman 3"])
  await press("Enter")
  expect(chips()).toEqual(["Ingmar Bergman"])
})

it("shows the error when suggestions cannot be loaded", async () => {
  stubApi({ "GET /api/suggest": refusal(500) })
  await open()
  await type("ing")
  expect(wrapper.text()).toContain("Couldn’t load suggestions. It failed.")
})

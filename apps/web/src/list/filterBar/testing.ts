import { defineComponent, h, shallowRef } from "vue"
import { mountPage, settled } from "@/lib/mountPage"
import FilterBar from "./FilterBar.vue"
import type { ValueSource } from "./suggestions"

const source: ValueSource = {
  suggest: (field, typed) =>
    Promise.resolve(
      field.type.name === "ref"
        ? [{ value: "Attic", label: "Attic", count: 12 }].filter(() => typed !== "x")
        : []
    ),
  counts: () => Promise.resolve(new Map([["1080p", 7]])),
  nameOf: (_entity, id) => (id === "0190" ? "Attic" : undefined)
}

/** Mounts a filter bar with the given text. */
export const open = async (start: string) => {
  const text = shallowRef(start)
  const Page = defineComponent(
    () => () =>
      h(FilterBar, {
        kind: "video",
        label: "Search videos",
        source,
        modelValue: text.value,
        "onUpdate:modelValue": (next: string) => void (text.value = next)
      })
  )
  const { page } = await mountPage(Page)
  return { page, text }
}

/** Returns the open editor. */
export const popup = (): HTMLElement => document.querySelector<HTMLElement>("[role=dialog]")!
export const type = async (text: string): Promise<void> => {
  const input = popup().querySelector("input")!
  input.value = text
  input.dispatchEvent(new Event("input"))
  await settled()
}
export const press = async (key: string): Promise<void> => {
  popup()
    .querySelector("input")!
    .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
  await settled()
}

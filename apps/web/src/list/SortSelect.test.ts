import { mount } from "@vue/test-utils"
import { expect, it } from "vitest"
import SortSelect from "./SortSelect.vue"

const orders = [
  { value: "createdAt.desc", label: "Newest first" },
  { value: "createdAt.asc", label: "Oldest first" },
  { value: "title.asc", label: "Title A–Z" },
  { value: "title.desc", label: "Title Z–A" },
  { value: "random.asc", label: "Random" }
]
const open = (modelValue: string) => mount(SortSelect, { props: { modelValue, orders } })
const last = (select: ReturnType<typeof open>) => select.emitted("update:modelValue")?.at(-1)

it("offers each field once, and the opposite direction for the selected field", () => {
  const labels = open("title.desc")
    .findAll("option")
    .map((option) => option.text())
  expect(labels).toEqual(["Date added", "Title", "Random", "Title A–Z"])
})

it("uses the default direction of a field until the user reverses it", async () => {
  const select = open("createdAt.desc")
  await select.get("select").setValue("title")
  expect(last(select)).toEqual(["title.asc"])
  await select.get("[aria-label='Title Z–A']").trigger("click")
  expect(last(select)).toEqual(["title.desc"])
})

it("offers no direction for a random order", () => {
  expect(open("random.asc").find("button").exists()).toBe(false)
})

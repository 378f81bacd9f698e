import { expect, it } from "vitest"
import { defineComponent, h, shallowRef } from "vue"
import { mountPage } from "@/lib/mountPage"
import BulkChips from "./BulkChips.vue"
import { type Chip, chipsOf } from "./bulkEdit"

it("strikes through the values that a replacement would remove", async () => {
  const chips = shallowRef<ReadonlyArray<Chip>>(
    chipsOf({
      values: [
        { value: "Noir", count: 3 },
        { value: "Draft", count: 1 }
      ]
    })
  )
  const isReplacing = shallowRef(false)
  const Page = defineComponent(
    () => () =>
      h(BulkChips, {
        label: "Tags",
        matched: 3,
        total: 52,
        modelValue: chips.value,
        "onUpdate:modelValue": (next: ReadonlyArray<Chip>) => void (chips.value = next),
        replacing: isReplacing.value,
        "onUpdate:replacing": (next: boolean) => void (isReplacing.value = next)
      })
  )
  const { page } = await mountPage(Page)
  const struck = () => page.findAll("s").map((each) => each.text())
  expect(struck()).toEqual([])
  expect(page.text()).toContain("Draft1 of 3")
  await page.get("[role=switch]").setValue(true)
  expect(struck()).toEqual(["Noir", "Draft"])
  expect(page.text()).toContain("Noirremoved from all")
  expect(page.text()).toContain("Draftremoved from 1 of 3")
  expect(page.text()).toContain("50 more values will be removed")
  await page
    .findAll("button")
    .find((button) => button.text().startsWith("Noir"))!
    .trigger("click")
  expect(struck()).toEqual(["Draft"])
  expect(chips.value[0]).toEqual({ name: "Noir", count: 3, state: "add" })
})

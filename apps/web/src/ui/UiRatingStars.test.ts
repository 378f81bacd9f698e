import { mount } from "@vue/test-utils"
import { expect, it } from "vitest"
import UiRatingStars from "./UiRatingStars.vue"

it("selects half a star on a second tap on the same star", async () => {
  const stars = mount(UiRatingStars, {
    props: {
      label: "Rating",
      modelValue: null,
      "onUpdate:modelValue": (modelValue: number | null) => stars.setProps({ modelValue })
    }
  })
  const targets = () =>
    stars
      .findAll("label:not([class*='touch:sr-only']) input")
      .map((input) => Number(input.attributes("value")))
  expect(stars.findAll("input")).toHaveLength(10)
  expect(targets()).toEqual([20, 40, 60, 80, 100])
  await stars.get("input[value='60']").trigger("change")
  expect(targets()).toEqual([20, 40, 50, 80, 100])
  await stars.get("input[value='50']").trigger("change")
  expect(stars.props("modelValue")).toBe(50)
  expect(targets()).toEqual([20, 40, 60, 80, 100])
})

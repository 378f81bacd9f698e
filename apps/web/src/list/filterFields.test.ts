// @vitest-environment node
import { expect, it } from "vitest"
import { chipsOf, fieldsOf, readFields, writeFields } from "./filterFields"

interface Filter {
  readonly q?: string
  readonly minDuration?: number
  readonly maxDuration?: number
}
const fields = fieldsOf<Filter>()
const duration = fields.range("minDuration", "maxDuration", "Length", {
  param: "length",
  unit: "min",
  per: 60
})

it("stores a range in display units as one URL parameter", () => {
  const filter = duration.set({ q: "x" }, "10", "90")
  expect(filter).toEqual({ q: "x", minDuration: 600, maxDuration: 5_400 })
  expect(writeFields([duration], filter)).toEqual({ length: "10-90" })
  expect(readFields([duration], { length: "10-90" })).toEqual({ minDuration: 600, maxDuration: 5_400 })
  expect(readFields([duration], { length: "-90" })).toEqual({ maxDuration: 5_400 })
  expect(readFields([duration], { length: "long" })).toEqual({})
})

it("describes a range in one chip", () => {
  const chip = (from: string, to: string) => chipsOf([duration], duration.set({}, from, to))[0]?.label
  expect([chip("10", "90"), chip("10", ""), chip("", "90"), chip("", "")]).toEqual([
    "10–90 min",
    "≥ 10 min",
    "≤ 90 min",
    undefined
  ])
  expect(duration.set({ q: "x", minDuration: 60 })).toEqual({ q: "x" })
})

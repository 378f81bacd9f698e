import { expect, it } from "vitest"
import {
  chipsOf,
  isLost,
  listChange,
  lostValues,
  pressed,
  pressedInReplacement,
  scalarChange,
  unchanged,
  withTyped
} from "./bulkEdit"

const [all, some] = chipsOf({
  values: [
    { value: "Noir", count: 3 },
    { value: "Draft", count: 1 }
  ]
})

it("cycles through leave, add and remove for a tag that some items have", () => {
  const added = pressed(some!, 3)!
  const removed = pressed(added, 3)!
  expect([added.state, removed.state, pressed(removed, 3)!.state]).toEqual(["add", "remove", "leave"])
})

it("offers to remove a tag that all items have, but not to add it", () => {
  expect(pressed(all!, 3)!.state).toBe("remove")
  expect(pressed({ name: "New", count: 0, state: "add" }, 3)).toBeUndefined()
})

it("selects the existing chip when the user types its name", () => {
  const chips = withTyped(withTyped([all!, some!], " draft "), "New")
  expect(listChange(chips, false)).toEqual({ add: ["Draft", "New"] })
  expect(listChange([all!, { ...some!, state: "remove" }], false)).toEqual({ remove: ["Draft"] })
  expect(listChange([all!, some!], false)).toBeUndefined()
})

it("replaces a list only if the user chooses to replace it", () => {
  expect(listChange(withTyped([all!], "New"), true)).toEqual({ replace: ["New"] })
  expect(listChange([all!], true)).toEqual({ replace: [] })
})

it("omits untouched and empty fields from the request", () => {
  expect(scalarChange({ type: "text" }, unchanged)).toBeUndefined()
  expect(scalarChange({ type: "text" }, { way: "set", text: " " })).toBeUndefined()
  expect(scalarChange({ type: "date" }, { way: "set", text: "1999" })).toEqual({ set: "1999" })
  expect(scalarChange({ type: "number" }, { way: "set", text: "90" })).toEqual({ set: 90 })
  expect(scalarChange({ type: "boolean" }, { way: "set", text: "no" })).toEqual({ set: false })
  expect(scalarChange({ type: "rating" }, { way: "clear", text: "" })).toEqual({ clear: true })
})

it("determines which values a replacement removes", () => {
  expect([all!, some!].map((chip) => isLost(chip, true))).toEqual([true, true])
  const kept = pressedInReplacement(all!)!
  expect([isLost(kept, true), isLost(all!, false)]).toEqual([false, false])
  expect(listChange([kept, some!], true)).toEqual({ replace: ["Noir"] })
  expect(pressedInReplacement(kept)).toEqual(all)
  expect(pressedInReplacement({ name: "New", count: 0, state: "add" })).toBeUndefined()
})

it("determines which values an edit overwrites", () => {
  const field = {
    values: [
      { value: "1999", count: 2 },
      { value: null, count: 4 },
      { value: "2000", count: 1 }
    ]
  }
  expect(lostValues(field, unchanged)).toEqual([])
  expect(lostValues(field, { way: "set", text: " " })).toEqual([])
  expect(lostValues(field, { way: "set", text: "2000 " })).toEqual([{ value: "1999", count: 2 }])
  expect(lostValues(field, { way: "clear", text: "" })).toHaveLength(2)
  expect(lostValues({ values: [{ value: true, count: 1 }] }, { way: "set", text: "yes" })).toEqual([])
})

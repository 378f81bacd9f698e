import { expect, it } from "vitest"
import { initialsOf } from "./initials"

it.each([
  ["Ingrid Bergman", "IB"],
  ["Jean-Luc van Damme", "JD"],
  ["Cher", "C"],
  ["“Weird Al” Yankovic", "WY"],
  ["黒澤 明", "黒明"],
  ["— & —", ""]
])("shortens the name %s to %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

import { expect, test } from "vitest"
import { toJsonText } from "./JsonText.ts"

test("what jsonb refuses is replaced, everything else stays", () => {
  expect(toJsonText({ "a\u0000": "x\u0000y", b: ["\ud800", "\\u0000"], c: null, d: 1 })).toBe(
    JSON.stringify({ a: "xy", b: ["\ufffd", "\\u0000"], c: null, d: 1 })
  )
  expect(toJsonText({ emoji: "😀", path: "C:\\u1" })).toBe(JSON.stringify({ emoji: "😀", path: "C:\\u1" }))
})

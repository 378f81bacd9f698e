import { expect, test } from "vitest"
import { toJsonText } from "./JsonText.ts"

test("replaces characters that jsonb rejects and keeps all other text", () => {
  expect(toJsonText({ "a\u0000": "x\u0000y", b: ["\ud800", "\\u0000"], c: null, d: 1 })).toBe(
    JSON.stringify({ a: "xy", b: ["\ufffd", "\\u0000"], c: null, d: 1 })
  )
  expect(toJsonText({ emoji: "😀", path: "C:\\u1" })).toBe(JSON.stringify({ emoji: "😀", path: "C:\\u1" }))
})

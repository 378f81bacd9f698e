import fc from "fast-check"
import { expect, it } from "vitest"
import { displayPath, pathBytesOf } from "./DisplayPath.ts"

const bytes = (...parts: ReadonlyArray<string | number>) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part))))

it.each([
  [bytes("Ünï 🎬.mp4"), "Ünï 🎬.mp4"],
  [bytes("bad", 0xff, 0xfe, ".mp4"), "bad\\xff\\xfe.mp4"],
  [bytes("cut ", 0xf0, 0x9f, 0x8e), "cut \\xf0\\x9f\\x8e"],
  [bytes("ü", 0xfc, "🎬"), "ü\\xfc🎬"],
  [bytes(0xed, 0xa0, 0x80), "\\xed\\xa0\\x80"],
  [bytes("a\\b.mp4"), "a\\b.mp4"],
  [bytes("literal \\xff"), "literal \\\\xff"],
  [bytes("\\", 0xff), "\\\\\\xff"],
  [bytes("\\\\xff"), "\\\\\\\\xff"],
  [bytes(), ""]
])("displays %j as %s", (path, text) => {
  expect(displayPath(path)).toBe(text)
  expect(pathBytesOf(text).equals(path)).toBe(true)
})

it("leaves escaped dots and slashes encoded so that they cannot lead out of a folder", () => {
  expect(pathBytesOf("\\x2e\\x2e\\x2fetc").toString()).toBe("\\x2e\\x2e\\x2fetc")
})

it("displays different paths as different strings that can be converted back", () => {
  const piece = fc.oneof(
    fc.constantFrom("\\", "x", "f", "ff", "\\xff", "é", "/"),
    fc.constantFrom(0xff, 0xc3, 0xa9, 0x80, 0xf0)
  )
  const path = fc.array(piece, { maxLength: 8 }).map((parts) => bytes(...parts))
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(displayPath(a) === displayPath(b)).toBe(a.equals(b))
      expect(displayPath(a).isWellFormed()).toBe(true)
      expect(pathBytesOf(displayPath(a)).equals(a)).toBe(true)
    }),
    { numRuns: 5_000 }
  )
})

import { expect, it } from "vitest"
import { bytesOf, lengthOf, type Pieces } from "./Pieces.ts"

const pieces: Pieces = [Buffer.from("head"), { unit: Buffer.from("abc"), count: 5 }, Buffer.from("tail")]
const whole = "headabcabcabcabcabctail"

it("reads every range as if the whole file were in memory", () => {
  expect(lengthOf(pieces)).toBe(whole.length)
  for (let from = 0; from <= whole.length; from++)
    for (let to = from; to <= whole.length; to++)
      expect(bytesOf(pieces, from, to).toString()).toBe(whole.slice(from, to))
})

it("stores a table of a billion equal entries in constant memory", () => {
  const table: Pieces = [{ unit: Buffer.from("size"), count: 1e9 }]
  expect(lengthOf(table)).toBe(4e9)
  expect(bytesOf(table, 3_999_999_998, 4e9).toString()).toBe("ze")
})

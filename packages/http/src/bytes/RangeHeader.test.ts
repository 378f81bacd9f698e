import fc from "fast-check"
import { expect, it } from "vitest"
import { parseRange } from "./RangeHeader.ts"

it.each([
  [undefined, "Full"],
  ["", "Full"],
  ["bytes", "Full"],
  ["bytes=", "Full"],
  ["bytes=-", "Full"],
  ["bytes=a-b", "Full"],
  ["bytes=1", "Full"],
  ["bytes=--5", "Full"],
  ["bytes=1-2-3", "Full"],
  ["bytes=0x1-2", "Full"],
  ["bytes=1e1-", "Full"],
  ["bytes=9999999999999999-", "Full"],
  ["bytes=0-0,-1", "Full"],
  ["items=0-1", "Full"],
  ["Bytes=0-1", "Full"],
  ["bytes = 0 - 1", "0-1"],
  ["bytes=0-", "0-99"],
  ["bytes=99-", "99-99"],
  ["bytes=100-", "Unsatisfiable"],
  ["bytes=100-200", "Unsatisfiable"],
  ["bytes=-1", "99-99"],
  ["bytes=-100", "0-99"],
  ["bytes=-101", "0-99"],
  ["bytes=-0", "Unsatisfiable"],
  ["bytes=00-01", "0-1"],
  ["bytes=50-49", "Full"]
])("parses the header %s for a file of 100 bytes as %s", (header, expected) => {
  const answer = parseRange(header, 100)
  expect(answer._tag === "Part" ? `${answer.range.start}-${answer.range.end}` : answer._tag).toBe(expected)
})

it("finds no satisfiable range in an empty file", () => {
  for (const header of ["bytes=0-", "bytes=-1", "bytes=0-0"])
    expect(parseRange(header, 0)._tag).toBe("Unsatisfiable")
})

it("never returns a range outside of the file", () => {
  const number = fc.option(fc.nat({ max: 2_000 }), { nil: "" as const })
  fc.assert(
    fc.property(number, number, fc.nat({ max: 1_000 }), (first, last, size) => {
      const answer = parseRange(`bytes=${first}-${last}`, size)
      if (answer._tag !== "Part") return
      expect(answer.range.start).toBeGreaterThanOrEqual(0)
      expect(answer.range.start).toBeLessThanOrEqual(answer.range.end)
      expect(answer.range.end).toBeLessThan(size)
    })
  )
})

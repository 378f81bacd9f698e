import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cleanName, foldName, isName } from "./FoldedName.ts"

const names = fc.string({
  unit: fc.oneof(fc.constantFrom(..." \u00a0\tÅåßİıςΣÉéẛ̣ﬁが"), fc.string({ unit: "binary" }))
})

describe("a name", () => {
  it("keeps its letters and loses invisible spaces", () => {
    expect(cleanName("  Ingrid \t Bergman\u00a0")).toBe("Ingrid Bergman")
    expect(cleanName("ＡＢＣ ﬁlm")).toBe("ABC film")
  })

  it.each([
    ["Penélope Cruz", "penelope cruz"],
    ["ÅNGSTRÖM", "angstrom"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["Đorđe", "đorđe"],
    ["が", "が"]
  ])("%s is folded to %s", (name, folded) => expect(foldName(name)).toBe(folded))

  it("differs by marks in scripts whose marks distinguish letters", () => {
    expect(foldName("が")).not.toBe(foldName("か"))
    expect(foldName("हि")).not.toBe(foldName("ह"))
  })

  it("does not change when cleaned and folded again", () => {
    fc.assert(
      fc.property(names, (text) => {
        const name = cleanName(text)
        expect(cleanName(name)).toBe(name)
        const folded = foldName(text)
        expect(foldName(folded)).toBe(folded)
        expect(foldName(name)).toBe(folded)
      }),
      { numRuns: 2_000 }
    )
  })

  it("is visible and has at most 200 characters", () => {
    expect(["", " ", "\u0301", "x".repeat(201)].map(isName)).toEqual([false, false, false, false])
    expect(["a", "😀".repeat(200), "漢"].map(isName)).toEqual([true, true, true])
  })
})

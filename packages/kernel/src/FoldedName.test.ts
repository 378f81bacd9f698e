import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cleanName, foldName, isName } from "./FoldedName.ts"

const names = fc.string({
  unit: fc.oneof(fc.constantFrom(..." \u00a0\tÅåßİıςΣÉéẛ̣ﬁが"), fc.string({ unit: "binary" }))
})

describe("cleaning and comparing names", () => {
  it("keeps the letters of a name and removes invisible spaces", () => {
    expect(cleanName("  Ingrid \t Bergman\u00a0")).toBe("Ingrid Bergman")
    expect(cleanName("ＡＢＣ ﬁlm")).toBe("ABC film")
  })

  it.each([
    ["Penélope Cruz", "penelope cruz"],
    ["ÅNGSTRÖM", "angstrom"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["Đorđe", "đorđe"],
    ["が", "が"]
  ])("folds %s to %s", (name, folded) => expect(foldName(name)).toBe(folded))

  it("keeps marks in scripts where marks distinguish letters", () => {
    expect(foldName("が")).not.toBe(foldName("か"))
    expect(foldName("हि")).not.toBe(foldName("ह"))
  })

  it("does not change a name that is already cleaned and folded", () => {
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

  it("accepts names of at most 200 characters with at least one visible character", () => {
    expect(["", " ", "\u0301", "x".repeat(201)].map(isName)).toEqual([false, false, false, false])
    expect(["a", "😀".repeat(200), "漢"].map(isName)).toEqual([true, true, true])
  })
})

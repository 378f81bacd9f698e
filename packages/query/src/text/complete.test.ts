import { describe, expect, it } from "vitest"
import { exampleFields } from "../testing/exampleFields.ts"
import { complete } from "./complete.ts"

/** The cursor is at the bar. */
const at = (marked: string) => {
  const cursor = marked.indexOf("^")
  const { field, from, offers, to } = complete(marked.replace("^", ""), cursor, exampleFields)
  return { field: field?.name, range: [from, to], texts: offers.map(({ text }) => text) }
}

describe("what could stand at the cursor", () => {
  it("is any field in an empty text", () => {
    expect(at("^").texts).toContain("title:")
    expect(at("noir ^").texts).toContain("title:")
  })

  it("is a field or a flag that begins with the word", () => {
    expect(at("noir perf^ x")).toMatchObject({ range: [5, 9], texts: ["performer:"] })
    expect(at("fav^").texts).toContain("is:favorite")
  })

  it("is a value of the field", () => {
    expect(at("resolution>=10^")).toMatchObject({ field: "resolution", range: [12, 14], texts: ["1080p"] })
    expect(at("type:(movie, ep^)")).toMatchObject({ field: "kind", range: [13, 15], texts: ["episode"] })
    expect(at("tag:no^")).toMatchObject({ field: "tag", texts: [] })
  })

  it("is a flag behind is:", () => {
    expect(at("is:unw^")).toMatchObject({ range: [3, 6], texts: ["unwatched"] })
    expect(at("no:da^").texts).toContain("date")
  })

  it("is a field of the relation inside of its braces", () => {
    expect(at("performer:{gen^}").texts).toEqual(["gender:"])
    expect(at("performer:{gender:f^}")).toMatchObject({ field: "gender", texts: ["female"] })
  })

  it("is a sortable field behind sort:", () => {
    expect(at("sort:-dur^")).toMatchObject({ range: [6, 9], texts: ["duration"] })
  })
})

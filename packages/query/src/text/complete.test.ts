import { describe, expect, it } from "vitest"
import { exampleFields } from "../testing/exampleFields.ts"
import { complete } from "./complete.ts"

/** Completes a query in which `^` marks the cursor. */
const at = (marked: string) => {
  const cursor = marked.indexOf("^")
  const { field, from, offers, to } = complete(marked.replace("^", ""), cursor, exampleFields)
  return { field: field?.name, range: [from, to], texts: offers.map(({ text }) => text) }
}

describe("complete", () => {
  it("offers every field in an empty query", () => {
    expect(at("^").texts).toContain("title:")
    expect(at("noir ^").texts).toContain("title:")
  })

  it("offers the fields and flags that begin with the word at the cursor", () => {
    expect(at("noir perf^ x")).toMatchObject({ range: [5, 9], texts: ["performer:"] })
    expect(at("fav^").texts).toContain("is:favorite")
  })

  it("offers the values of the field before the cursor", () => {
    expect(at("resolution>=10^")).toMatchObject({ field: "resolution", range: [12, 14], texts: ["1080p"] })
    expect(at("type:(movie, ep^)")).toMatchObject({ field: "kind", range: [13, 15], texts: ["episode"] })
    expect(at("tag:no^")).toMatchObject({ field: "tag", texts: [] })
  })

  it("offers flags after is:", () => {
    expect(at("is:unw^")).toMatchObject({ range: [3, 6], texts: ["unwatched"] })
    expect(at("no:da^").texts).toContain("date")
  })

  it("offers the fields of a relation inside its braces", () => {
    expect(at("performer:{gen^}").texts).toEqual(["gender:"])
    expect(at("performer:{gender:f^}")).toMatchObject({ field: "gender", texts: ["female"] })
  })

  it("offers sortable fields after sort:", () => {
    expect(at("sort:-dur^")).toMatchObject({ range: [6, 9], texts: ["duration"] })
  })
})

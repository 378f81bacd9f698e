// @vitest-environment node
import { describe, expect, it } from "vitest"
import { parseFilterText } from "./filterText"

describe("the job filter", () => {
  it("parses qualifiers in any order", () => {
    expect(parseFilterText('blade queue:preview status:failed target:"the long take"')).toEqual({
      queue: "preview",
      status: "failed",
      q: "blade the long take"
    })
  })

  it("accepts the display name of a status", () => {
    expect(parseFilterText("status:running")).toEqual({ status: "started" })
  })

  it("treats all words without a qualifier as search text", () => {
    expect(parseFilterText("status:purple size:5")).toEqual({ q: "status:purple size:5" })
    expect(parseFilterText("id:0193-a")).toEqual({ q: "0193-a" })
  })

  it("returns an empty filter for an empty string", () => {
    expect(parseFilterText("   ")).toEqual({})
  })
})

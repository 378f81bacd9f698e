import { describe, expect, it } from "vitest"
import { defaultFilter, filterFromQuery, filterToQuery, isFiltered } from "./filter"

describe("the filter of the video list", () => {
  it("survives the address", () => {
    const filter = { q: "harbour", libraryId: "l1", status: "failed", sort: "title", order: "asc" } as const
    const query = JSON.parse(JSON.stringify(filterToQuery(filter)))
    expect(filterFromQuery(query)).toEqual(filter)
  })

  it("leaves out what is as usual", () => {
    expect(JSON.stringify(filterToQuery(defaultFilter))).toBe("{}")
  })

  it("ignores what it does not understand", () => {
    expect(filterFromQuery({ sort: "drop table", status: ["ready", "failed"], q: "  " })).toEqual(
      defaultFilter
    )
  })

  it("knows whether it narrows anything", () => {
    expect(isFiltered({ ...defaultFilter, sort: "title" })).toBe(false)
    expect(isFiltered({ ...defaultFilter, q: "a" })).toBe(true)
  })
})

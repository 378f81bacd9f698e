// @vitest-environment node
import { describe, expect, it } from "vitest"
import {
  defaultFilter,
  filterFromQuery,
  filterToQuery,
  isFiltered,
  type ItemSort,
  orderChoices,
  parseOrder,
  statusChoices
} from "./filter"

const sorts: ReadonlyArray<ItemSort> = ["createdAt", "title", "size"]

describe("the filter of a list", () => {
  it("survives the address", () => {
    const filter = { q: "harbour", libraryId: "l1", status: "failed", sort: "title", order: "asc" } as const
    const query = JSON.parse(JSON.stringify(filterToQuery(filter)))
    expect(filterFromQuery(query, sorts)).toEqual(filter)
  })

  it("leaves out defaults", () => {
    expect(JSON.stringify(filterToQuery(defaultFilter))).toBe("{}")
  })

  it("ignores what it does not understand", () => {
    expect(filterFromQuery({ sort: "drop table", status: ["ready", "failed"], q: "  " }, sorts)).toEqual(
      defaultFilter
    )
    expect(filterFromQuery({ status: "toString", order: "constructor" }, sorts)).toEqual(defaultFilter)
  })

  it("ignores an order that the kind does not have", () => {
    expect(filterFromQuery({ sort: "duration" }, sorts)).toEqual(defaultFilter)
    expect(parseOrder("duration.asc", sorts)).toBeUndefined()
    expect(parseOrder("title.constructor", sorts)).toBeUndefined()
    expect(parseOrder("title.asc", sorts)).toEqual({ sort: "title", order: "asc" })
  })

  it("offers the orders of the kind, and the current one in any case", () => {
    expect(orderChoices(sorts, defaultFilter).map(({ value }) => value)).toEqual([
      "createdAt.desc",
      "createdAt.asc",
      "title.asc",
      "title.desc",
      "size.desc"
    ])
    expect(orderChoices(sorts, { sort: "size", order: "asc" }).at(-1)).toEqual({
      value: "size.asc",
      label: "size, asc"
    })
  })

  it("offers every status once", () => {
    expect(statusChoices.map(({ value }) => value)).toEqual(["", "ready", "arriving", "missing", "failed"])
  })

  it("knows whether it narrows anything", () => {
    expect(isFiltered({ ...defaultFilter, sort: "title" })).toBe(false)
    expect(isFiltered({ ...defaultFilter, q: "a" })).toBe(true)
  })
})

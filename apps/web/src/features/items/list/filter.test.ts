// @vitest-environment node
import { describe, expect, it } from "vitest"
import { chipsOf, readFields, writeFields } from "@/list/filterFields"
import {
  defaultFilter,
  filterFromQuery,
  type ItemFilter,
  itemFields,
  type ItemSort,
  orderChoices,
  shownOf
} from "./filter"

const sorts: ReadonlyArray<ItemSort> = ["createdAt", "title", "size"]
const fields = itemFields([{ value: "l1", label: "Archive" }], {
  isPlayable: true,
  sorts: ["duration", "resolution"]
})
const throughAddress = (filter: ItemFilter): unknown =>
  readFields(fields, JSON.parse(JSON.stringify(writeFields(fields, filter))))

describe("list filters", () => {
  it("restores a filter from its URL unchanged", () => {
    const narrowed = {
      q: "harbour",
      libraryId: "l1",
      status: "failed",
      isFavorite: true,
      isWatched: false,
      durationMin: 600,
      durationMax: 5_400,
      resolution: "4k"
    } as const
    expect(throughAddress({ ...defaultFilter, ...narrowed })).toEqual(narrowed)
    expect(writeFields(fields, { ...defaultFilter, ...narrowed })).toMatchObject({
      library: "l1",
      duration: "10-90",
      resolution: "4k",
      watched: "no"
    })
  })

  it("omits defaults from the URL", () => {
    expect(JSON.stringify(writeFields(fields, defaultFilter))).toBe("{}")
  })

  it("ignores invalid parameters", () => {
    expect(readFields(fields, { status: ["ready", "failed"], q: "  " })).toEqual({})
    expect(readFields(fields, { status: "toString", watched: "constructor", favorite: "no" })).toEqual({})
  })

  it("offers the sort orders that the kind supports", () => {
    expect(orderChoices(sorts).map(({ value }) => value)).toEqual([
      "createdAt.desc",
      "createdAt.asc",
      "title.asc",
      "title.desc",
      "size.desc",
      "size.asc"
    ])
  })

  it("shows a removable chip for each active filter", () => {
    const filter: ItemFilter = {
      ...defaultFilter,
      q: "a",
      libraryId: "gone",
      isWatched: false,
      status: "failed"
    }
    const chips = chipsOf(fields, filter)
    expect(chips.map(({ label }) => label)).toEqual([
      "“a”",
      "Deleted library",
      "Unwatched",
      "Could not be read"
    ])
    expect(chips[2]!.without).toEqual({ ...defaultFilter, q: "a", libraryId: "gone", status: "failed" })
    expect(chipsOf<ItemFilter>(fields, { ...defaultFilter, sort: "title" })).toEqual([])
  })

  it("offers the watched filter only for playable kinds", () => {
    expect(itemFields([], { isPlayable: false, sorts }).map(({ key }) => key)).toEqual([
      "q",
      "libraryId",
      "isFavorite",
      "bookSeriesId",
      "artistId",
      "parentId",
      "performer",
      "studio",
      "tag",
      "author",
      "status"
    ])
  })

  it("reads the entity ids that links on other pages add to the URL", () => {
    const own = { performer: "p1", studio: "u1", tag: "t1", author: "a1" }
    const query = { series: "s1", artist: "a2", parent: "g1", ...own }
    const ids = { bookSeriesId: "s1", artistId: "a2", parentId: "g1", ...own }
    expect(filterFromQuery(query, sorts)).toMatchObject(ids)
  })

  it("builds the filter from the URL", () => {
    expect(filterFromQuery({ q: "a", sort: "title", order: "asc", watched: "no" }, sorts)).toEqual({
      q: "a",
      sort: "title",
      order: "asc",
      isWatched: false,
      status: "ready"
    })
    expect(filterFromQuery({ sort: "duration", order: "constructor" }, sorts)).toEqual(shownOf(defaultFilter))
  })

  it("shows only ready items unless the filter contains a status", () => {
    expect(shownOf(defaultFilter).status).toBe("ready")
    expect(shownOf({ ...defaultFilter, status: "failed" }).status).toBe("failed")
  })
})

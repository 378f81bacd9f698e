// @vitest-environment node
import { expect, it } from "vitest"
import type { ProposalDetail } from "./queries"
import {
  acceptBody,
  afterLeaving,
  asText,
  firstReview,
  fromText,
  neighbor,
  withChildren,
  withField,
  withImage,
  withUse,
  withValue
} from "./review"

const entity = (index: number, name: string, matched: string | null) => ({
  ...{ index, name, as: null, role: null, character: null, candidates: [], isPresent: false, fields: {} },
  matched: matched === null ? null : { id: matched, name, by: "name" as const }
})
const row = (field: string, proposed: unknown, more = {}) => ({
  ...{ field, current: null, currentSource: null, isLocked: false, proposed },
  ...more
})
const proposal = {
  id: "p1",
  target: { kind: "video", id: "v1", title: "Mine" },
  version: 3,
  diff: [
    row("title", "Harbor Lights", { current: "Mine", currentSource: "user", isLocked: true }),
    row("date", "2024-05-31"),
    row("details", "Ships.", { current: "Boats.", currentSource: "nfo" }),
    row("urls", ["https://a.example/1"])
  ],
  relations: {
    performers: [entity(0, "Ann Lee", "e1"), entity(1, "Bo Day", null)],
    tags: [],
    studio: entity(0, "North", null)
  },
  images: [{ index: 0, kind: "poster", url: "https://a.example/1.jpg", width: null, height: null }],
  children: [],
  missing: []
} as unknown as ProposalDetail

it("does not preselect values that would replace values from a user or an NFO file", () => {
  const body = acceptBody(proposal, firstReview(proposal))
  expect(body).toEqual({
    scrapeResultId: "p1",
    fields: ["date", "urls", "performers"],
    relations: {
      performers: [
        { index: 0, use: "e1" },
        { index: 1, use: "skip" }
      ],
      tags: [],
      studio: [{ index: 0, use: "skip" }]
    },
    images: [{ index: 0, as: "poster" }],
    expectedVersion: 3
  })
})

it("accepts a series together with all episodes that the reviewer did not exclude", () => {
  const child = (id: string, status: string) => ({ id, status })
  const children = [child("c1", "pending"), child("c2", "pending"), child("c3", "rejected")]
  const series = { ...proposal, children } as unknown as ProposalDetail
  const first = firstReview(series)
  expect(acceptBody(series, first).cascade).toEqual(["c1", "c2"])
  expect(acceptBody(series, withChildren(first, ["c1"], false)).cascade).toEqual(["c2"])
  expect(acceptBody(series, withChildren(first, ["c1", "c2"], false))).not.toHaveProperty("cascade")
})

it("uses each picture in at most one slot", () => {
  const image = (index: number, kind: string) => ({ index, kind, url: "x", width: null, height: null })
  const images = [image(0, "poster"), image(1, "poster"), image(2, "backdrop")]
  const many = { ...proposal, images } as unknown as ProposalDetail
  const first = firstReview(many)
  expect(first.images).toEqual({ poster: 0, backdrop: 2 })
  expect(withImage(first, 1, "backdrop").images).toEqual({ poster: 0, backdrop: 1 })
  expect(withImage(first, 0, "backdrop").images).toEqual({ backdrop: 0 })
  expect(withImage(first, 0, undefined).images).toEqual({ backdrop: 2 })
  const ofBook = { ...many, target: { ...many.target, kind: "book" } } as ProposalDetail
  expect(firstReview(ofBook).images).toEqual({ poster: 0 })
})

it("sends the values that the reviewer chose and edited", () => {
  const toggled = withField(withField(firstReview(proposal), "title", true), "date", false)
  const edited = withValue(toggled, "urls", "https://b.example\n\nhttps://c.example")
  const body = acceptBody(proposal, { ...withUse(edited, "studio", 0, "create"), images: {} })
  expect(body.fields).toEqual(["title", "urls", "performers", "studio"])
  expect(body.values).toEqual({ urls: ["https://b.example", "https://c.example"] })
  expect(body.relations.studio).toEqual([{ index: 0, use: "create" }])
  expect(body.images).toEqual([])
})

it("converts values to text and back without changing them", () => {
  for (const value of ["text", 83, ["a", "b"], { imdb: "tt1", tmdb: "2" }])
    expect(fromText(asText(value), value)).toEqual(value)
  expect(asText(null)).toBe("")
})

it("finds the adjacent results, also after a result was removed", () => {
  const ids = ["a", "b", "c"]
  expect([
    neighbor(ids, "b", 1),
    neighbor(ids, "c", 1),
    neighbor(ids, "a", -1),
    neighbor(ids, undefined, 1)
  ]).toEqual(["c", "c", "a", "a"])
  expect([afterLeaving(ids, "b"), afterLeaving(ids, "c"), afterLeaving(["a"], "a")]).toEqual([
    "c",
    "b",
    undefined
  ])
})

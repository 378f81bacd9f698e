import { describe, expect, it } from "vitest"
import { partAt, resumedPart, startOf } from "./parts"

const work = (position: number) => ({
  id: "a",
  position,
  files: [
    { id: "a", start: 0, duration: 3_000 },
    { id: "b", start: 3_000, duration: 2_000 },
    { id: "c", start: 5_000, duration: 100 }
  ]
})

describe("a work split into parts", () => {
  it("resumes in the part that contains the stored position", () => {
    expect([0, 2_999, 3_000, 5_050].map((position) => resumedPart(work(position)))).toEqual([
      "a",
      "a",
      "b",
      "c"
    ])
    expect(startOf(work(3_600), "b")).toBe(600)
    expect(startOf(work(3_600), "a")).toBe(0)
  })

  it("finds the parts before and after the current part", () => {
    expect(partAt(work(0), "a")).toEqual({ previous: undefined, next: "b" })
    expect(partAt(work(0), "c")).toEqual({ previous: "b", next: undefined })
  })

  it("returns no other parts if the work is a single file", () => {
    expect([partAt(null, "a"), resumedPart(null)]).toEqual([{}, undefined])
  })
})

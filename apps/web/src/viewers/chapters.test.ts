import { describe, expect, it } from "vitest"
import { chapterAt, adjacentChapter } from "./chapters"

const chapters = [
  { start: 10, end: 60, title: "Storm" },
  { start: 60, end: 90, title: "Calm" }
]

describe("chapters", () => {
  it("returns no current chapter before the start of the first chapter", () => {
    expect([5, 10, 59.9, 80].map((at) => chapterAt(chapters, at)?.title)).toEqual([
      undefined,
      "Storm",
      "Storm",
      "Calm"
    ])
  })

  it("treats the start of the video as a chapter", () => {
    expect(adjacentChapter(chapters, 0, 1)?.start).toBe(10)
    expect(adjacentChapter(chapters, 70, 1)).toBeUndefined()
    expect(adjacentChapter(chapters, 70, -1)?.start).toBe(60)
    expect(adjacentChapter(chapters, 61, -1)?.start).toBe(10)
    expect(adjacentChapter(chapters, 11, -1)).toEqual({ start: 0, title: "" })
    expect(adjacentChapter([{ start: 0, end: 9, title: "Intro" }, ...chapters], 11, -1)?.title).toBe("Intro")
  })
})

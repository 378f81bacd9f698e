import { describe, expect, it } from "vitest"
import { videoTags } from "./tags.ts"

describe("videoTags", () => {
  it("returns the title in the tags", () => {
    expect(videoTags({ tags: { title: "  The Holiday\n2019 " } }).title).toBe("The Holiday 2019")
  })

  it.each([
    "Heat.1995.1080p.BluRay.x264",
    "Ripped by www.example.com",
    "The Wire - S01E02 - The Detail",
    "some.release.name",
    "Title 1",
    "movie",
    ""
  ])("does not use “%s” as the title", (title) => {
    expect(videoTags({ tags: { title } }).title).toBeNull()
  })

  it("returns database ids in the formats of the Matroska specification", () => {
    expect(videoTags({ tags: { imdb: "tt0113277", tmdb: "movie/949", tvdb2: "series/79126" } })).toEqual({
      title: null,
      externalIds: { imdb: "tt0113277", tmdb: "949", tvdb: "79126" }
    })
    expect(videoTags({ tags: { imdb: "none" } }).externalIds).toBeNull()
  })

  it("ignores tags that are not strings", () => {
    for (const facts of [null, {}, { tags: 1 }, { tags: { title: 1 } }])
      expect(videoTags(facts)).toEqual({ title: null, externalIds: null })
  })
})

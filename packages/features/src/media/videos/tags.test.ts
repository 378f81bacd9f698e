import { describe, expect, it } from "vitest"
import { videoTags } from "./tags.ts"

describe("the tags of a video", () => {
  it("give a title", () => {
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
  ])("give no title by “%s”", (title) => {
    expect(videoTags({ tags: { title } }).title).toBeNull()
  })

  it("give ids of databases in the forms of the specification", () => {
    expect(videoTags({ tags: { imdb: "tt0113277", tmdb: "movie/949", tvdb2: "series/79126" } })).toEqual({
      title: null,
      externalIds: { imdb: "tt0113277", tmdb: "949", tvdb: "79126" }
    })
    expect(videoTags({ tags: { imdb: "none" } }).externalIds).toBeNull()
  })

  it("are ignored if they are not texts", () => {
    for (const facts of [null, {}, { tags: 1 }, { tags: { title: 1 } }])
      expect(videoTags(facts)).toEqual({ title: null, externalIds: null })
  })
})

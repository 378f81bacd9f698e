import { expect, it } from "vitest"
import { alternativesTo } from "./alternatives.ts"
import { plainVideo } from "./facts.ts"

const texts = (path: string, current: Partial<typeof plainVideo> = {}) =>
  alternativesTo({ ...plainVideo, ...current }, path).map(({ episode, role, season, series, title, year }) =>
    role === "episode" ? `${series?.title} ${season}x${episode}` : [role, title, year].join(" ").trim()
  )

it("offers the other interpretations of an ambiguous file name, without the current one", () => {
  expect(texts("Films/Apollo 13.mkv")).toEqual(["movie Apollo 13"])
  expect(texts("Films/Apollo 13.mkv", { role: "movie", title: "Apollo 13" })).toEqual(["video Apollo 13"])
})

it("offers no alternatives if the file name is unambiguous", () => {
  const series = { title: "Dark", year: null, ids: {} }
  expect(
    texts("Dark/Season 1/Dark - S01E02.mkv", { role: "episode", series, season: 1, episode: 2 })
  ).toEqual([])
})

it("offers the classification by file name if the video was classified manually", () => {
  expect(texts("Dark/Season 1/Dark - S01E02.mkv", { role: "movie", title: "Something" })).toEqual([
    "Dark 1x2"
  ])
})

import { expect, it } from "vitest"
import { plainVideo, type SeriesName, type VideoFacts, withSeason } from "./facts.ts"
import { seriesOf } from "./grouping.ts"

const episode = (path: string, fields: Partial<VideoFacts>, series: Partial<SeriesName> = {}) => ({
  id: path,
  path,
  facts: withSeason({
    ...plainVideo,
    role: "episode",
    ...fields,
    series: { title: "The Show", year: null, ids: {}, ...series }
  })
})
const shown = (...episodes: ReadonlyArray<ReturnType<typeof episode>>) =>
  seriesOf("library", episodes).map(({ facts, groups }) => [
    facts.kind === "series" ? `${facts.title} ${facts.year ?? ""}`.trim() : "",
    ...(groups ?? []).map(({ key, members }) => `${key}: ${members.map(({ id }) => id).join(" ")}`)
  ])

it("creates a season for each season number and sorts its episodes by number", () => {
  expect(
    shown(
      episode("b", { season: 1, episode: 10 }),
      episode("a", { season: 1, episode: 9 }),
      episode("s", { season: 0, episode: 1 }),
      episode("c", { season: 2, episode: 1, episodeEnd: 2 })
    )
  ).toEqual([["The Show", "0: s", "1: a b", "2: c"]])
})

it("uses season 1 for episodes without a season, and the year for dated episodes", () => {
  expect(
    shown(
      episode("Part 10", {}),
      episode("Part 2", {}),
      episode("x", { episode: 3 }),
      episode("late", { airDate: "2018-12-01" }),
      episode("early", { airDate: "2018-03-24" })
    )
  ).toEqual([["The Show", "1: x Part 2 Part 10", "2018: early late"]])
})

it("identifies a series by an external id, or else by title and year", () => {
  const tvdb = { ids: { tvdb: "3" } }
  expect(
    shown(
      episode("a", { season: 1, episode: 1 }, { title: "Show", ...tvdb }),
      episode("b", { season: 1, episode: 2 }, { title: "The Show (US)", ...tvdb }),
      episode("c", { season: 1, episode: 3 }, { title: "show" }),
      episode("d", { season: 1, episode: 1 }, { title: "Other", year: 2001 }),
      episode("e", { season: 1, episode: 1 }, { title: "Other", year: 2009 }),
      episode("f", { season: 1, episode: 1 }, { title: "Alone" }),
      episode("g", { season: 1, episode: 2 }, { title: "Alone", year: 2010 })
    )
  ).toEqual([
    ["Show", "1: a b c"],
    ["Other 2001", "1: d"],
    ["Other 2009", "1: e"],
    ["Alone 2010", "1: f g"]
  ])
})

it("keeps the ordinals of episodes when a new episode appears", () => {
  const ordinalsOf = (...episodes: ReadonlyArray<ReturnType<typeof episode>>) =>
    seriesOf("library", episodes)[0]!.groups![0]!.members
  const [first, second] = [episode("a", { season: 1, episode: 4 }), episode("b", { season: 1, episode: 2 })]
  expect(ordinalsOf(first, second)).toEqual(expect.arrayContaining([...ordinalsOf(first)]))
})

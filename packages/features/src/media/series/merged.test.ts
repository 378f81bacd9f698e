import { expect, it } from "vitest"
import { plainVideo, type SeriesName } from "./facts.ts"
import { seriesOf } from "./grouping.ts"
import type { KnownMerge } from "./knownMerges.ts"
import { type PlacedEpisode, unitedBy } from "./merged.ts"

const library = "l1"
const named = (title: string, ids: Readonly<Record<string, string>> = {}): SeriesName => ({
  ...{ title, ids },
  year: null
})
const episode = (
  name: SeriesName,
  number: number,
  { season = 1, seriesId = null }: { readonly season?: number; readonly seriesId?: string | null } = {}
): PlacedEpisode => {
  const id = `${name.title} ${season}x${number}`
  const facts = { ...plainVideo, role: "episode" as const, series: name, season, episode: number }
  return { id, path: id, facts, seriesId }
}
const keyOf = (name: SeriesName) => seriesOf(library, [episode(name, 1)])[0]!.key
const merged = (id: string, name: SeriesName, into: SeriesName): KnownMerge => ({
  ...{ id, key: keyOf(name), title: name.title, depth: 1 },
  into: { id: "W", key: keyOf(into), title: into.title, year: null, ids: into.ids, seasonIds: ["W1"] }
})

/** Returns the series and seasons that a scan would create, with the names of merged series replaced. */
const seriesWith = (merges: ReadonlyArray<KnownMerge>, episodes: ReadonlyArray<PlacedEpisode>) => {
  const known = new Set(merges.flatMap(({ into, key }) => [key, into.key]))
  const united = unitedBy(library, merges, known, episodes)
  const works = episodes.map((each) => ({
    ...each,
    facts: { ...each.facts, series: united.nameFor(each.facts.series!) ?? each.facts.series }
  }))
  const found = united.finish(seriesOf(library, works)).map(({ facts, groups = [], key }) => ({
    ...{ key, facts },
    seasons: groups.map((season) => [season.key, ...season.members.map(({ id }) => id)])
  }))
  return { found, renamed: united.renamed, moved: [...united.moved] }
}

const office = named("The Office", { tvdb: "1" })
const other = named("Office, The", { imdb: "tt2", tvdb: "9" })

it("adds the seasons, episodes and ids of the merged series to the target", () => {
  const episodes = [episode(office, 1), episode(other, 2), episode(other, 1, { season: 2 })]
  const { found, moved, renamed } = seriesWith([merged("L", other, office)], episodes)
  expect(found).toMatchObject([
    {
      key: keyOf(office),
      facts: { title: "The Office", ids: { imdb: "tt2", tvdb: "1" } },
      seasons: [
        ["1", "The Office 1x1", "Office, The 1x2"],
        ["2", "Office, The 2x1"]
      ]
    }
  ])
  expect(moved).toEqual(["Office, The 1x2", "Office, The 2x1"])
  expect(renamed).toEqual([])
})

it("keeps the target even if only episodes of the merged series remain", () => {
  const { found, moved } = seriesWith([merged("L", other, office)], [episode(other, 1)])
  expect(found).toMatchObject([{ key: keyOf(office), facts: { title: "The Office" } }])
  expect(moved).toEqual([])
})

it("recognizes a merged series with a renamed folder by its episodes", () => {
  const renamed = named("Office US")
  const placed = { seriesId: "W" }
  const result = seriesWith(
    [merged("L", other, office)],
    [episode(office, 1, placed), episode(renamed, 2, placed), episode(named("Fargo"), 1)]
  )
  expect(result.found.map(({ key, seasons }) => [key, seasons.length])).toEqual([
    [keyOf(office), 1],
    [keyOf(named("Fargo")), 1]
  ])
  expect(result.renamed).toEqual([{ id: "L", key: keyOf(renamed), title: "Office US", year: null, ids: {} }])
})

it("does not merge a series if most of its episodes were never in the target", () => {
  const fargo = named("Fargo")
  const { found } = seriesWith(
    [merged("L", other, office)],
    [episode(office, 1, { seriesId: "W" }), episode(fargo, 1, { seriesId: "W" }), episode(fargo, 2)]
  )
  expect(found).toHaveLength(2)
})

import { expect, it } from "vitest"
import { changedOf, renumbered } from "./renumbering"

const episode = (id: string, number: number | null, episodeEnd: number | null = null) => ({
  id,
  season: 1,
  episode: number,
  episodeEnd
})
const season = [episode("a", 1), episode("b", 2, 3), episode("c", null), episode("d", 9)]

it("assigns two numbers to a file that contains two episodes", () => {
  expect(renumbered(season, 2, 5)).toEqual([
    { id: "a", season: 2, episode: 5, episodeEnd: null },
    { id: "b", season: 2, episode: 6, episodeEnd: 7 },
    { id: "c", season: 2, episode: 8, episodeEnd: null },
    { id: "d", season: 2, episode: 9, episodeEnd: null }
  ])
})

it("returns only the episodes whose numbers change", () => {
  expect(changedOf(season, renumbered(season, 1, 1)).map(({ id }) => id)).toEqual(["c", "d"])
  expect(changedOf(season, renumbered(season.slice(0, 2), 1, 1))).toEqual([])
})

import type { AlbumSummary } from "@media/features/media/albums/contract"
import { expect, it } from "vitest"
import { albumDefinition } from "./definition"

const factsOf = (album: Partial<AlbumSummary>) => albumDefinition.look?.(album as AlbumSummary).facts

it("shows one fact on an album card: the artist, else the year, else the number of tracks", () => {
  expect(factsOf({ artist: "A", year: 2022, count: 14 })).toEqual(["A"])
  expect(factsOf({ artist: null, year: 2022, count: 14 })).toEqual(["2022"])
  expect(factsOf({ artist: null, year: null, count: 14 })).toEqual(["14 tracks"])
})

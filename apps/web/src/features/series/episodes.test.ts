import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { stubApi } from "@/lib/mountPage"
import { codeOf, factsOf, numberedTitle, progressOf } from "./episodeWords"
import { withGaps } from "./gapRows"
import { findOffer, offerText } from "./offer"
import { rememberSeason, seasonShown } from "./seasonChoice"
import { episodeOf } from "./testing"

const begun = { ...episodeOf().userState, position: 720 }

describe("the rows of a season", () => {
  const rowsOf = (...numbers: ReadonlyArray<number | null | readonly [number, number]>) =>
    withGaps(
      numbers.map((number) =>
        Array.isArray(number)
          ? { episode: number[0] as number, episodeEnd: number[1] as number }
          : { episode: number as number | null, episodeEnd: null }
      )
    ).map((row) => (row.kind === "gap" ? `${row.from}-${row.to}` : row.episode.episode))

  it("adds a row for each gap in the episode numbers", () => {
    expect(rowsOf(1, 2, 4, 8)).toEqual([1, 2, "3-3", 4, "5-7", 8])
  })

  it("adds no row for the episodes within a file that contains several episodes", () => {
    expect(rowsOf([1, 2], 3)).toEqual([1, 3])
    expect(rowsOf([1, 3], 2, 4)).toEqual([1, 2, 4])
  })

  it("adds no row for a gap before the first number or between unnumbered episodes", () => {
    expect(rowsOf(14, 15)).toEqual([14, 15])
    expect(rowsOf(null, null)).toEqual([null, null])
  })
})

describe("the labels of an episode", () => {
  it("formats the season and the episode number", () => {
    expect(codeOf(episodeOf({ season: 2, episode: 3 }))).toBe("S2 E3")
    expect(codeOf(episodeOf({ episode: 1, episodeEnd: 2 }))).toBe("S1 E1–2")
    expect(codeOf(episodeOf({ episode: null }))).toBeUndefined()
    expect(numberedTitle(episodeOf({ episode: 3, title: "Rooftops" }))).toBe("3. Rooftops")
    expect(numberedTitle(episodeOf({ episode: null, title: "Rooftops" }))).toBe("Rooftops")
  })

  it("shows the remaining time of an episode in progress", () => {
    expect(factsOf(episodeOf())).toBe("24 min")
    expect(factsOf(episodeOf({ userState: begun }))).toBe("12 min left")
    expect(progressOf(episodeOf({ userState: begun }))).toBe(0.5)
    expect(progressOf(episodeOf())).toBeUndefined()
  })
})

describe("the main button of a series", () => {
  afterEach(() => vi.unstubAllGlobals())
  const seasons = [0, 1].map((number) => ({
    ...{ id: `n${number}`, number, title: `Season ${number}`, picture: null },
    ...{ episodeCount: 1, unwatchedCount: 1, missingCount: 0 }
  }))
  const offered = async (inProgress: ReadonlyArray<unknown>, nextUp: unknown) => {
    stubApi({
      "GET /api/video/episodes": () => ({ items: inProgress, total: inProgress.length }),
      "GET /api/video/seasons/n1/episodes": () => ({ items: [episodeOf()], total: 1 })
    })
    const offer = await findOffer(
      { id: "s1", nextUp: nextUp as never, seasons },
      new AbortController().signal
    )
    return offer && offerText(offer)
  }

  it("continues the episode in progress", async () => {
    const episode = episodeOf({ episode: 3, userState: begun })
    expect(await offered([episode], null)).toBe("Continue S1 E3 · 12 min left")
  })

  it("offers to watch a finished episode again", async () => {
    const episode = episodeOf({ season: 2, episode: 4 })
    expect(await offered([], { episode, isAgain: false })).toBe("Play S2 E4")
    expect(await offered([], { episode, isAgain: true })).toBe("Watch S2 E4 again")
  })

  it("plays the first episode of the first season, not of the specials", async () => {
    expect(await offered([], null)).toBe("Play S1 E1")
  })
})

describe("the initially selected season", () => {
  const seasons = [0, 1, 2].map((number) => ({ number }))
  const shown = (asked?: string, next?: number) => seasonShown("s1", seasons, asked, next)?.number
  beforeEach(() => localStorage.clear())

  it("prefers the season in the URL over the last visited season", () => {
    expect([shown(), shown(undefined, 2), shown("0", 2), shown("9")]).toEqual([1, 2, 0, 1])
    rememberSeason("s1", 0)
    expect([shown(undefined, 2), shown("1", 2)]).toEqual([0, 1])
  })

  it("selects the specials if the series has no other season", () => {
    expect(seasonShown("s2", [{ number: 0 }], undefined, undefined)).toEqual({ number: 0 })
  })
})

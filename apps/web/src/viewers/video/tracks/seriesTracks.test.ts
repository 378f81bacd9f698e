import { beforeEach, describe, expect, it } from "vitest"
import type { ChosenTracks } from "../versions/carried"
import { MOST_SERIES, readTracks, useSeriesTracks } from "./seriesTracks"

const japanese: ChosenTracks = {
  audio: { language: "jpn", title: null, channels: 2 },
  drawn: undefined,
  subtitle: { language: "en", isForced: false, isHearingImpaired: false }
}

beforeEach(() => localStorage.clear())

describe("the remembered tracks of a series", () => {
  it("apply only to episodes of the same series", () => {
    useSeriesTracks("a").remember(japanese)
    expect(useSeriesTracks("a").wanted).toEqual(japanese)
    expect(useSeriesTracks("b").wanted).toBeUndefined()
  })

  it("are not stored for videos that belong to no series", () => {
    useSeriesTracks(null).remember(japanese)
    expect(localStorage.length).toBe(0)
    expect(useSeriesTracks(null).wanted).toBeUndefined()
  })

  it("include the choice to turn subtitles off", () => {
    useSeriesTracks("a").remember({ ...japanese, subtitle: null })
    expect(useSeriesTracks("a").wanted?.subtitle).toBeNull()
  })

  it("are dropped for the least recently changed series above the limit", () => {
    for (let n = 0; n <= MOST_SERIES; n += 1) useSeriesTracks(`s${n}`).remember(japanese)
    expect(useSeriesTracks("s0").wanted).toBeUndefined()
    expect(useSeriesTracks("s1").wanted).toEqual(japanese)
  })

  it.each([null, "", "{", "[]", "[1]", '[["a"]]', '[["a",null]]', '{"a":{}}'])(
    "are empty if the stored value is invalid: %s",
    (text) => {
      expect(readTracks(text).size).toBe(0)
    }
  )
})

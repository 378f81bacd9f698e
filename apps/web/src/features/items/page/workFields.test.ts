import { describe, expect, it } from "vitest"
import { itemFixture } from "../testing"
import { invalidId, workDraft, workFieldsOf, workPatch } from "./workFields"

const movie = {
  ...itemFixture,
  type: "movie",
  set: { name: "Crime" },
  countries: ["France", "Italy"],
  communityRating: 81.5,
  externalIds: { imdb: "tt0113277", tmdb: "949" },
  urls: ["https://example.org/heat"]
} as const

describe("the work fields of the edit form", () => {
  it("selects the fields by the kind and type of the item", () => {
    expect(workFieldsOf("video", movie).main).toEqual(["set", "countries"])
    expect(workFieldsOf("series", {}).main).toEqual(["seriesStatus", "countries"])
    expect(workFieldsOf("video", { type: "episode" })).toMatchObject({
      main: [],
      more: expect.arrayContaining(["runtimeMinutes", "externalIds"])
    })
    expect(workFieldsOf("album", {}).more).toEqual(["sortTitle", "externalIds", "urls"])
  })

  it("converts lists to text", () => {
    expect(workDraft(movie)).toMatchObject({
      set: "Crime",
      countries: "France, Italy",
      seriesStatus: "",
      communityRating: "81.5",
      runtimeMinutes: "",
      externalIds: "imdb: tt0113277\ntmdb: 949",
      urls: "https://example.org/heat"
    })
  })

  it("creates a patch that contains only the changed fields", () => {
    const before = workDraft(movie)
    const sent = (change: object) => workPatch(before, { ...before, ...change })
    expect(sent({})).toEqual({})
    expect(sent({ countries: " Spain ,, " })).toEqual({ countries: ["Spain"] })
    expect(sent({ set: " " })).toEqual({ set: null })
    expect(sent({ seriesStatus: "ended" })).toEqual({ seriesStatus: "ended" })
    expect(sent({ communityRating: "", runtimeMinutes: "170" })).toEqual({
      communityRating: null,
      runtimeMinutes: 170
    })
    expect(sent({ externalIds: "IMDB tt1\n\n tvdb = 7 " })).toEqual({
      externalIds: { imdb: "tt1", tvdb: "7" }
    })
    expect(sent({ urls: " https://a.example \n" })).toEqual({ urls: ["https://a.example"] })
  })

  it("reports a line that is not an external id", () => {
    const draft = workDraft(movie)
    expect(invalidId(draft)).toBeUndefined()
    expect(invalidId({ ...draft, externalIds: "imdb: tt1\ntt2" })).toBe("tt2")
  })
})

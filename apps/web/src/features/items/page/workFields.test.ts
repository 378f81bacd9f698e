import { describe, expect, it } from "vitest"
import { itemFixture } from "../testing"
import { workDraft, workPatch } from "./workFields"

const movie = {
  ...itemFixture,
  type: "movie",
  set: { name: "Crime" },
  countries: ["France", "Italy"]
} as const

describe("form fields of movies and series", () => {
  it("offers the fields only for movies and series", () => {
    expect(workDraft("video", movie).work).toEqual({
      set: "Crime",
      countries: "France, Italy",
      seriesStatus: ""
    })
    expect(workDraft("video", { ...itemFixture, type: "episode" }).work).toBeUndefined()
    expect(workDraft("series", { ...itemFixture, seriesStatus: "ended" }).work?.seriesStatus).toBe("ended")
  })

  it("sends only changed fields", () => {
    const { work } = workDraft("video", movie)
    expect(workPatch(work, work)).toEqual({})
    expect(workPatch(work, { ...work!, countries: " Spain ,, " })).toEqual({ countries: ["Spain"] })
    expect(workPatch(work, { ...work!, set: " " })).toEqual({ set: null })
    expect(workPatch(work, { ...work!, seriesStatus: "ended" })).toEqual({ seriesStatus: "ended" })
  })
})

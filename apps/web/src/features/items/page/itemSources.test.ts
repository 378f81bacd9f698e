import { expect, it } from "vitest"
import { databaseLinks, sourceRows, sourceText, valueText } from "./itemSources"

const at = "2026-01-01T00:00:00.000Z" as never

it("shows the source of each field and the source that would replace a manual edit", () => {
  const sources = {
    details: [{ source: "nfo", value: "Sand.", at, by: null, ref: "Dunes/movie.nfo" }],
    title: [
      { source: "user", value: "My dunes", at, by: "root", ref: null },
      { source: "name", value: "dunes", at, by: null, ref: null }
    ]
  } as const
  expect(
    sourceRows({ sources }).map(({ field, isEdited, next, source, value }) => [
      field,
      value,
      source,
      next,
      isEdited
    ])
  ).toEqual([
    ["title", "My dunes", "Edited by root", "File name", true],
    ["details", "Sand.", "NFO file movie.nfo", null, false]
  ])
})

it("formats values of every type on one line", () => {
  expect(valueText("performers", [{ name: "Al" }, "Bo"])).toBe("Al, Bo")
  expect(valueText("externalIds", { imdb: "tt1", tmdb: "2" })).toBe("imdb tt1, tmdb 2")
  expect(valueText("artwork", { poster: { path: "a/poster.jpg" } })).toBe("poster.jpg")
  expect(valueText("details", null)).toBe("Empty")
  expect(sourceText({ source: "user", value: 1, at, by: null, ref: null })).toBe("Edited by hand")
})

it("links only to known databases and only if the id is safe in a URL", () => {
  expect(databaseLinks({ imdb: "tt1", tmdb: "../x", other: "7" }, "movie").map(({ href }) => href)).toEqual([
    "https://www.imdb.com/title/tt1/",
    undefined,
    undefined
  ])
  expect(databaseLinks({ tmdb: "3" }, "series")[0]?.href).toBe("https://www.themoviedb.org/tv/3")
  expect(databaseLinks({ tmdb: "3" }, "episode")[0]?.href).toBeUndefined()
})

import { expect, it } from "vitest"
import { type ArtworkFolder, artworkOf } from "./ArtworkNames.ts"

const stems = new Set(["lamp (2010)", "tv s01e01"])
const told = (name: string, folder: ArtworkFolder, isInMetadata = false) => {
  const found = artworkOf(name, { folder, stems, isInMetadata })
  if (found === null) return null
  return `${found.kind} ${typeof found.of === "string" ? found.of : found.of.season}`
}

it.each([
  ["poster.jpg", "movie", "poster folder"],
  ["Folder.PNG", "series", "poster folder"],
  ["movie.jpg", "movie", "poster folder"],
  ["movie.jpg", "series", null],
  ["show.webp", "series", "poster folder"],
  ["fanart2.jpg", "movie", "backdrop folder"],
  ["clearlogo.png", "movie", "logo folder"],
  ["landscape.avif", "series", "thumb folder"],
  ["poster.jpg", "mixed", null],
  ["Lamp (2010)-fanart.jpg", "mixed", "backdrop video"],
  ["Lamp (2010)-poster.jpg", "movie", "poster video"],
  ["Lamp (2010).jpg", "movie", "poster video"],
  ["Tv S01E01-thumb.jpg", "season", "thumb video"],
  ["Tv S01E01.jpg", "season", "thumb video"],
  ["season01-poster.jpg", "series", "poster 1"],
  ["season-specials-poster.jpg", "series", "poster 0"],
  ["season12-banner.jpg", "series", "banner 12"],
  ["season01-poster.jpg", "movie", null],
  ["folder.jpg", "season", "poster folder"],
  ["poster.gif", "movie", null],
  ["holiday.jpg", "movie", null]
] as const)("recognizes %s in a %s folder: %s", (name, folder, expected) => {
  expect(told(name, folder)).toBe(expected)
})

it("finds stills in the metadata folder", () => {
  expect(told("Tv S01E01.jpg", "season", true)).toBe("thumb video")
  expect(told("poster.jpg", "season", true)).toBeNull()
})

import { expect, it } from "vitest"
import { adjacentNames } from "./adjacent.ts"

const folder = [
  "Heat.mkv",
  "Heat.en.srt",
  "Heat.nfo",
  "Heat-poster.jpg",
  "Heat.1080p.mkv",
  "Heat.1080p.srt",
  "Heat.1080p.en.forced.srt",
  "Heat.1080p-poster.jpg",
  "Heatwave.srt"
]
const goingWith = (file: string, names: ReadonlyArray<string> = folder) =>
  adjacentNames(file, "video", names, (name) => name.endsWith(".mkv"))

it("moves the adjacent files of a video, except files that match another video's longer name", () => {
  expect(goingWith("Heat.mkv")).toEqual(["Heat-poster.jpg", "Heat.en.srt", "Heat.nfo"])
  expect(goingWith("Heat.1080p.mkv")).toEqual([
    "Heat.1080p-poster.jpg",
    "Heat.1080p.en.forced.srt",
    "Heat.1080p.srt"
  ])
})

it("does not move files that may belong to another video with the same name", () => {
  expect(goingWith("Heat.mkv", ["Heat.mkv", "Heat.mp4", "Heat.srt"])).toEqual([])
})

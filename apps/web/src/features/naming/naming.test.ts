import { expect, it } from "vitest"
import { pathsIn } from "./pastedPaths"
import { heldInstead, namesOf } from "./works"

it("reads pasted paths, one per line, including Windows paths", () => {
  expect(pathsIn("./Show/S01E01.mkv\n./Show/cover.jpg\n\nD:\\Films\\Dunes (2021).mp4\r\n")).toEqual([
    "Show/S01E01.mkv",
    "/Films/Dunes (2021).mp4"
  ])
})

it("reads the output of the tree command", () => {
  const text = [
    ".",
    "├── Show",
    "│   ├── Season 1",
    "│   │   └── S01E01.mkv",
    "│   └── trailer.mp4",
    "└── Dunes (2021).mp4",
    "",
    "2 directories, 3 files"
  ].join("\n")
  expect(pathsIn(text)).toEqual(["Show/Season 1/S01E01.mkv", "Show/trailer.mp4", "Dunes (2021).mp4"])
})

it("reads the output of ls -R", () => {
  expect(pathsIn(".:\nShow\nDunes.mp4\n\n./Show:\nS01E01.mkv\n")).toEqual(["Dunes.mp4", "Show/S01E01.mkv"])
})

it("describes an episode by its series and numbers, and a movie by its title", () => {
  expect(namesOf({ series: "The Wire", season: 1, episode: 2, title: "The Detail" })).toBe(
    "The Wire · S1 · E2"
  )
  expect(namesOf({ series: null, season: null, episode: null, title: "Heat" })).toBe("Heat")
})

it("returns the classification of the library only if it differs from the name", () => {
  const held = { role: "video" as const, title: null, series: null, season: null, episode: null }
  const file = { held, isDifferent: true } as Parameters<typeof heldInstead>[0]
  expect(heldInstead(file)).toEqual(held)
  expect(heldInstead({ ...file, isDifferent: false })).toBeUndefined()
})

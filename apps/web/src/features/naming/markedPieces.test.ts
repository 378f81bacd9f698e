// @vitest-environment node
import { expect, it } from "vitest"
import { markedPieces } from "./markedPieces"

const name = "Show S01E02 [720p].mkv"

it("marks the recognized parts of a file name, but not of its folders", () => {
  const proof = [
    { segment: "Show", start: 0, end: 4, means: "series Show" },
    { segment: name, start: 5, end: 11, means: "season 1, episode 2" },
    { segment: name, start: 8, end: 11, means: "episode 2" }
  ]
  expect(markedPieces(name, proof)).toEqual([
    { text: "Show ", means: undefined },
    { text: "S01E02", means: "season 1, episode 2" },
    { text: " [720p].mkv", means: undefined }
  ])
})

it("returns the whole name if nothing was recognized", () => {
  expect(markedPieces(name, [])).toEqual([{ text: name, means: undefined }])
})

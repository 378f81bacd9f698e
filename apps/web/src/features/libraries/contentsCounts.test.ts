import { describe, expect, it } from "vitest"
import { contentsText, folderName, likelyContents } from "./contentsCounts"

const holds = (contents: Readonly<Record<string, number>>, isComplete = true) => ({
  path: "/media",
  contents,
  folders: 14,
  isComplete
})

describe("the contents of a folder", () => {
  it("is said by kind, with the folders it lies in", () => {
    expect(contentsText(holds({ videos: 128, images: 1 }))).toBe("128 videos, 1 photo in 14 folders")
    expect(contentsText(holds({ videos: 5_000 }, false))).toBe("At least 5,000 videos in 14 folders")
    expect(contentsText(holds({}))).toBe("No media files found here.")
  })

  it("suggests what the library is for, and no covers", () => {
    expect(likelyContents(holds({ audio: 200, images: 18 }))).toEqual(["audio"])
    expect(likelyContents(holds({ videos: 60, images: 40 }))).toEqual(["videos", "images"])
    expect(likelyContents(holds({}))).toEqual([])
  })

  it("is named by the last part of its path", () => {
    expect(folderName("/media/Film archive/")).toBe("Film archive")
    expect(folderName("/")).toBe("")
  })
})

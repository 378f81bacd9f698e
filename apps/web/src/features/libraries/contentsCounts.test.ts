import { describe, expect, it } from "vitest"
import { contentsText, folderName, likelyContents } from "./contentsCounts"

const holds = (contents: Readonly<Record<string, number>>, isComplete = true) => ({
  path: "/media",
  contents,
  folders: 14,
  isComplete
})

describe("the contents of a folder", () => {
  it("describes the number of files of each kind and the number of folders", () => {
    expect(contentsText(holds({ videos: 128, images: 1 }))).toBe("128 videos, 1 photo in 14 folders")
    expect(contentsText(holds({ videos: 5_000 }, false))).toBe("At least 5,000 videos in 14 folders")
    expect(contentsText(holds({}))).toBe("No media files found here.")
  })

  it("ignores album covers when suggesting contents for a library", () => {
    expect(likelyContents(holds({ audio: 200, images: 18 }))).toEqual(["audio"])
    expect(likelyContents(holds({ videos: 60, images: 40 }))).toEqual(["videos", "images"])
    expect(likelyContents(holds({}))).toEqual([])
  })

  it("suggests the name of the folder as the library's name", () => {
    expect(folderName("/media/Film archive/")).toBe("Film archive")
    expect(folderName("/")).toBe("")
  })
})

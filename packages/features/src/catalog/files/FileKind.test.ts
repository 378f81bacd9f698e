import { describe, expect, it } from "vitest"
import { skippedFolderReason } from "@media/disk/FolderNames"
import { fileKindOf, isVideoName } from "./FileKind.ts"

const answerFor = (
  name: string,
  siblings: ReadonlyArray<string> = [],
  contents: ReadonlyArray<string> = ["videos"],
  knownKind?: string
) => {
  const kind = fileKindOf(name, {
    contents,
    hasSibling: (other) => siblings.includes(other),
    hasVideo: () => siblings.some(isVideoName),
    knownKind
  })
  return kind._tag === "Media" ? kind.claims.map((claim) => claim.kind.contents).join() : kind.reason
}

describe("classification by file name", () => {
  it.each([
    "Green.Card.mkv",
    "Wild-Card.mp4",
    "wild-card.jpg.mp4",
    "Sneak-Preview.mkv",
    "Sneak-preview.mp4",
    "holiday_thumb.mp4",
    "Tom_Thumb.mp4",
    "...And Justice for All.mkv",
    "..mp4.mkv",
    "trickplay.mp4",
    "-preview.mp4",
    "A.SPRITE.webm"
  ])("treats %s as a video", (name) => {
    expect(answerFor(name)).toBe("videos")
  })

  it("does not skip a generated file unless the source file is in the same folder", () => {
    const why = "Generated thumbnail or preview"
    expect(answerFor("Heat-preview.mp4", ["Heat.mkv"])).toBe(why)
    expect(answerFor("Heat-thumb.jpg", ["Heat.mp4"], ["images"])).toBe(why)
    expect(answerFor("a\nb-card.jpg", ["a\nb.mp4"], ["images"])).toBe(why)
    expect(answerFor("Heat-preview.mp4", ["Heat.txt", "heat.mkv", "Heat-preview.mp4"])).toBe("videos")
    expect(answerFor("Heat-thumb.jpg", ["Heat.jpg"], ["images"])).toBe("images")
    expect(answerFor("Heat-Preview.mp4", ["Heat.mp4"])).toBe("videos")
    expect(answerFor("Heat_preview.mp4", ["Heat.mp4"])).toBe("videos")
    expect(answerFor("Heat-thumb.mp4", ["Heat.mp4"])).toBe("videos")
    expect(answerFor("Sneak-preview.mp4", ["Sneak.mp4"], ["videos"], "video")).toBe("videos")
  })

  it.each([
    [".hidden.mp4", "Hidden file"],
    [".mp4", "Hidden file"],
    ["video.mp4.part", "Unfinished download"],
    ["video", "No file extension"],
    ["video.exe", "Not a media file (.exe)"],
    ["song.ogg", "videos"],
    ["song.mp3", "This library does not contain audio"]
  ])("classifies %s as: %s", (name, expected) => {
    expect(answerFor(name)).toBe(expected)
  })

  it("treats .ogg as audio in a library without videos", () => {
    expect(answerFor("song.ogg", [], ["audio"])).toBe("audio")
    expect(answerFor("song.ogg", [], ["images"])).toBe("This library does not contain audio")
  })
})

it.each("vob asf divx ogm m2v f4v rm rmvb qt 3g2 m2t mpe m1v dv mxf amv mk3d wtv dvr-ms MKV Mp4".split(" "))(
  "treats .%s as a video",
  (extension) => {
    expect(answerFor(`video.${extension}`)).toBe("videos")
  }
)

it("skips folders by name", () => {
  for (const name of [".x", ".git", ".Trash-1000", "@eaDir", "$RECYCLE.BIN", "lost+found"])
    expect([name, skippedFolderReason(name) === undefined]).toEqual([name, false])
  for (const name of ["...dots", "..", "Extras", "x.y", "$", "Recycle"])
    expect([name, skippedFolderReason(name)]).toEqual([name, undefined])
})

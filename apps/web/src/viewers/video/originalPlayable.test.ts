import { describe, expect, it } from "vitest"
import { originalType, saysItPlays } from "./originalPlayable"

const video = (path: string, mimeType: string | null = null) => ({
  path,
  playback: {
    directUrl: "",
    hlsUrl: "",
    trickplayUrl: null,
    directPlayable: { container: null, video: null, audio: null, mimeType }
  }
})
const browser = (...types: ReadonlyArray<string>) => ({
  canPlayType: (type: string): CanPlayTypeResult => (types.includes(type) ? "maybe" : "")
})

describe("playing the original file in the browser", () => {
  it("falls back to the type that the file extension suggests", () => {
    expect(originalType(video("a/b.mkv", "video/webm"))).toBe("video/webm")
    expect(originalType(video("a.b/The End.MP4"))).toBe("video/mp4")
    expect(originalType(video("a.b/no ending"))).toBeUndefined()
  })

  it("does not offer the original file if the browser does not support its type", () => {
    expect(saysItPlays(browser("video/mp4"), video("a.mp4"))).toBe(true)
    expect(saysItPlays(browser("video/mp4"), video("a.avi"))).toBe(false)
    expect(saysItPlays(browser("video/mp4"), video("a.unknown"))).toBe(false)
    expect(saysItPlays(browser("video/mp4"), video("a.mp4", "video/mp4; codecs=hevc"))).toBe(false)
  })
})

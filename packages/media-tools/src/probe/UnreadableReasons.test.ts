import { expect, it } from "vitest"
import { aboutSound, unreadable } from "./UnreadableReasons.ts"

it.each(["image", "subtitles", "text", "no-streams", "no-frames", "encrypted", "unknown-codec"] as const)(
  "%s: a track is not called a video",
  (code) => {
    const { reason } = aboutSound(unreadable(code))
    expect(reason).not.toMatch(/video|frames|segment/)
    expect(reason).not.toBe(unreadable(code).reason)
  }
)

it("keeps words that fit both, and words that say more", () => {
  expect(aboutSound(unreadable("empty")).reason).toBe("The file is empty")
  expect(aboutSound(unreadable("unknown-codec", "The audio is coded as x")).reason).toBe(
    "The audio is coded as x"
  )
})

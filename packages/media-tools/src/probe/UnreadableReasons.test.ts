import { expect, it } from "vitest"
import { aboutSound, unreadable } from "./UnreadableReasons.ts"

it.each(["image", "subtitles", "text", "no-streams", "no-frames", "encrypted", "unknown-codec"] as const)(
  "does not call an audio track a video in the message for %s",
  (code) => {
    const { reason } = aboutSound(unreadable(code))
    expect(reason).not.toMatch(/video|frames|segment/)
    expect(reason).not.toBe(unreadable(code).reason)
  }
)

it("keeps messages that are also correct for audio, and more specific messages", () => {
  expect(aboutSound(unreadable("empty")).reason).toBe("The file is empty")
  expect(aboutSound(unreadable("unknown-codec", "The audio uses the codec x")).reason).toBe(
    "The audio uses the codec x"
  )
})

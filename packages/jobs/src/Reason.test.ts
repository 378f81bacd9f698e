import { expect, test } from "vitest"
import { reasonOf } from "./Reason.ts"

test.each([
  ["This is not a media file", "This is not a media file"],
  ["The folder /media/disk1/a does not answer.", "The folder … does not answer."],
  [
    "ENOENT: no such file or directory, open '/media/My Films/a b.mp4'",
    "ENOENT: no such file or directory, open …"
  ],
  [
    "The folder /a is empty although 4,120 files were there.",
    "The folder … is empty although … files were there."
  ],
  ["Job 01900000-0000-7000-8000-000000000001 is away", "Job … is away"],
  ["The tool ended with code 183", "The tool ended with code …"],
  ["The disk's folder /a/b isn't there", "The disk's folder … isn't there"],
  ["H264 and mp4 stay, so does AV1", "H264 and mp4 stay, so does AV1"],
  ["Timed out after 10 s\n  in ffprobe", "Timed out after … s in ffprobe"],
  ["The library “Films of 2019” is gone", "The library … is gone"]
])("derives the reason from the message: %s", (message, reason) => expect(reasonOf(message)).toBe(reason))

test("does not change a text that is already a reason, and limits its length", () => {
  const reason = reasonOf(`The file /a/b took 12 s; ${"x".repeat(500)}`)
  expect(reasonOf(reason)).toBe(reason)
  expect(reason.length).toBeLessThanOrEqual(200)
})

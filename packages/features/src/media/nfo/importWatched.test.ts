import { expect, it } from "vitest"
import { playbackIn } from "./importWatched.ts"

const NOW = Date.parse("2026-01-01T00:00:00Z")
const read = (fields: Parameters<typeof playbackIn>[1]) => playbackIn("a", fields, NOW)

it("reads the watched status, or derives it from the play count", () => {
  expect(read({ watched: true })).toMatchObject({ playCount: 1 })
  expect(read({ playCount: 3 })).toMatchObject({ playCount: 3 })
  expect(read({ watched: false, playCount: 3 })).toBeUndefined()
})

it("returns undefined if the file has neither a watched status nor a position", () => {
  expect(read({ title: "Heat", lastPlayed: "2020-02-02 20:00:00", playCount: 0 })).toBeUndefined()
})

it("reads the position from a file that has no watched status", () => {
  expect(read({ positionSeconds: 61.5 })).toMatchObject({ playCount: 0, position: 61.5 })
})

it("ignores a last playback time that is in the future or is not a date", () => {
  const lastPlayed = (text: string) => read({ watched: true, lastPlayed: text })?.lastPlayedAt
  expect(lastPlayed("2020-02-02 20:00:00")?.getFullYear()).toBe(2020)
  expect(lastPlayed("2027-02-02 20:00:00")).toBeUndefined()
  expect(lastPlayed("yesterday")).toBeUndefined()
})

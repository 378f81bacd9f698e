import { expect, it } from "vitest"
import { firstLevel, isAtHome, levelAfterSeek, mayShowCopy } from "./startLevel"

const encoded = [
  { bitrate: 500_000, height: 480, attrs: {} },
  { bitrate: 3_000_000, height: 720, attrs: {} }
]
const withCopy = [...encoded, { bitrate: 9_600_000, height: 1080, attrs: { "X-COPY": "YES" } }]

it("starts with the original quality unless the network is too slow or the player too small", () => {
  expect(firstLevel(encoded, 1)).toBe(0)
  expect(firstLevel(withCopy, 2)).toBe(2)
  expect(firstLevel(withCopy, 1)).toBe(0)
  expect(firstLevel(withCopy, 2, 5)).toBe(0)
  expect(firstLevel(withCopy, 2, 10)).toBe(2)
})

it("restarts at the lowest level after a seek to segments that must be encoded", () => {
  expect(levelAfterSeek(encoded, 1, 0, 4_000_000)).toBe(0)
  expect(levelAfterSeek(encoded, 1, 0, 90_000_000)).toBeUndefined()
  expect(levelAfterSeek(encoded, 0, 0, 4_000_000)).toBeUndefined()
  expect(levelAfterSeek(withCopy, 2, 2, 4_000_000)).toBeUndefined()
  // After a seek, the player avoids a level that was too high for the network at the start.
  expect(levelAfterSeek(withCopy, 1, 2, 4_000_000)).toBe(0)
  expect(levelAfterSeek(withCopy, 0, 2, 4_000_000)).toBeUndefined()
})

it("allows the original quality in a player that is at least half as high as the video", () => {
  expect(mayShowCopy(withCopy, 720)).toBe(true)
  expect(mayShowCopy(withCopy, 2160)).toBe(true)
  expect(mayShowCopy(withCopy, 480)).toBe(false)
  expect(mayShowCopy(encoded, 720)).toBe(false)
})

it("recognizes home networks", () => {
  const home = [
    "localhost",
    "nas",
    "nas.local",
    "127.0.0.1",
    "192.168.1.7",
    "10.0.0.2",
    "172.20.0.3",
    "[fd00::1]"
  ]
  const away = ["media.example.org", "172.32.0.1", "8.8.8.8", "10.example.org"]
  expect(home.filter((host) => !isAtHome(host))).toEqual([])
  expect(away.filter((host) => isAtHome(host))).toEqual([])
})

import { expect, it } from "vitest"
import { gainFactor } from "./gain"

const silent = { track: null, trackPeak: null, album: null, albumPeak: null }
const both = { track: -6, trackPeak: 0.9, album: -12, albumPeak: 0.95 }

it("falls back to the other gain if the gain for the selected mode is missing", () => {
  expect(gainFactor("off", both)).toBe(1)
  expect(gainFactor("track", both)).toBeCloseTo(0.501, 3)
  expect(gainFactor("album", both)).toBeCloseTo(0.251, 3)
  expect(gainFactor("album", { ...both, album: null })).toBeCloseTo(0.501, 3)
  expect(gainFactor("track", { ...both, track: null })).toBeCloseTo(0.251, 3)
  expect(gainFactor("track", silent)).toBe(1)
})

it("never amplifies peaks beyond full scale", () => {
  expect(gainFactor("track", { ...silent, track: 6, trackPeak: 0.4 })).toBeCloseTo(1.995, 3)
  expect(gainFactor("track", { ...silent, track: 6, trackPeak: 0.8 })).toBeCloseTo(1.25)
  expect(gainFactor("track", { ...silent, track: 6 })).toBe(1)
  expect(gainFactor("track", { ...silent, track: 0, trackPeak: 1.25 })).toBeCloseTo(0.8)
  expect(gainFactor("track", { ...silent, track: 3, trackPeak: 0 })).toBe(1)
})

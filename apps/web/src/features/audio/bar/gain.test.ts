import { expect, it } from "vitest"
import { gainFactor } from "./gain"

const silent = { trackGain: null, trackPeak: null, albumGain: null, albumPeak: null }
const both = { trackGain: -6, trackPeak: 0.9, albumGain: -12, albumPeak: 0.95 }

it("takes the gain of the mode, and the other where that is not known", () => {
  expect(gainFactor("off", both)).toBe(1)
  expect(gainFactor("track", both)).toBeCloseTo(0.501, 3)
  expect(gainFactor("album", both)).toBeCloseTo(0.251, 3)
  expect(gainFactor("album", { ...both, albumGain: null })).toBeCloseTo(0.501, 3)
  expect(gainFactor("track", { ...both, trackGain: null })).toBeCloseTo(0.251, 3)
  expect(gainFactor("track", silent)).toBe(1)
})

it("never clips: the peak stays within full scale, and without one nothing is louder", () => {
  expect(gainFactor("track", { ...silent, trackGain: 6, trackPeak: 0.4 })).toBeCloseTo(1.995, 3)
  expect(gainFactor("track", { ...silent, trackGain: 6, trackPeak: 0.8 })).toBeCloseTo(1.25)
  expect(gainFactor("track", { ...silent, trackGain: 6 })).toBe(1)
  expect(gainFactor("track", { ...silent, trackGain: 0, trackPeak: 1.25 })).toBeCloseTo(0.8)
  expect(gainFactor("track", { ...silent, trackGain: 3, trackPeak: 0 })).toBe(1)
})

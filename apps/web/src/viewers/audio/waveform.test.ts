import { expect, it } from "vitest"
import { waveformPath } from "./waveform"

it("draws the requested number of bars, scaled to the loudest bar", () => {
  expect(waveformPath([-10, 5, 0, 0, -20, 40, 0, 0], 2)).toBe("M0 -32h.6v64h-.6zM1 -128h.6v256h-.6z")
})

it("draws silence as a line", () => {
  expect(waveformPath([0, 0], 2)).toBe("M0 -2h.6v4h-.6zM1 -2h.6v4h-.6z")
  expect(waveformPath([], 100)).toBe("")
})

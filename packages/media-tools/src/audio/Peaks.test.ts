import { expect, it } from "vitest"
import { peaksReader } from "./Peaks.ts"

const ramp = (length: number) => Uint8Array.from({ length }, (_, at) => at % 256)

/** Computes the expected peaks from all samples at once. */
const expected = (bytes: Uint8Array, each: number) => {
  const pairs: Array<number> = []
  for (let at = 0; at < bytes.length; at += each) {
    const part = bytes.subarray(at, at + each)
    pairs.push(Math.min(...part) - 128, Math.max(...part) - 128)
  }
  return pairs
}

it.each([1, 63, 64, 65, 512, 513, 1_000, 5_000, 100_000])(
  "finds the same peaks in %i samples whether they arrive in chunks or all at once",
  (length) => {
    const reader = peaksReader(8)
    const bytes = ramp(length).map((value, at) => (at % 97 === 0 ? 255 - value : value))
    for (let at = 0; at < length; at += 37) reader.read(bytes.subarray(at, at + 37))
    const { pairs, samples, samplesEach } = reader.end()
    expect(samples).toBe(length)
    expect(pairs.length).toBeLessThanOrEqual(16)
    expect([...pairs]).toEqual(expected(bytes, samplesEach))
  }
)

it("returns no peaks for empty input", () => {
  expect(peaksReader().end()).toEqual({ pairs: new Int8Array(0), samplesEach: 64, samples: 0 })
})

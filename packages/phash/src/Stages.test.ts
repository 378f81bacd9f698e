import { describe, expect, it } from "vitest"
import { readBmp } from "./Bmp.ts"
import { cosines, lowCosines } from "./Cosines.ts"
import { median } from "./Median.ts"
import { frameTimes, montage } from "./Montage.ts"
import { hashText, perceptualHash } from "./PerceptualHash.ts"
import type { Raster } from "./Raster.ts"
import { resize, weightsOf } from "./Resize.ts"

/** Creates a gray picture from its values, line by line. */
const gray = (width: number, values: ReadonlyArray<number>): Raster => ({
  width,
  height: values.length / width,
  data: Uint8Array.from(values.flatMap((value) => [value, value, value]))
})
const graysOf = ({ data }: Raster): ReadonlyArray<number> => [...data].filter((_, index) => index % 3 === 0)
/** Returns pseudo-random values that are the same on every machine, from a linear congruential generator. */
const noise = (count: number, seed: number): ReadonlyArray<number> => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state >>> 16) & 255
  })
}

describe("the resampler", () => {
  it("uses integer weights, the first of which apply to positions before the first pixel", () => {
    const { starts, taps, values } = weightsOf(6, 2)
    expect([taps, [...starts]]).toEqual([6, [-1, 2]])
    // The center of the kernel is pixel 1, which belongs to tap 2 with the greatest weight. The weights are 1/3, 2/3,
    // 1, 2/3, 1/3 and 0, truncated to 8 bits.
    expect([...values.subarray(0, 6)]).toEqual([85, 170, 256, 170, 85, 0])
  })

  it("repeats the edges and truncates after each pass", () => {
    // (85 * 10 + 170 * 10 + 256 * 20 + 170 * 31 + 85 * 40) / 766 = 21.3; (85*31+170*40+256*50+170*61+85*61)/766 = 49.7
    expect(graysOf(resize(gray(6, [10, 20, 31, 40, 50, 61]), 2, 1))).toEqual([21, 49])
    expect(graysOf(resize(gray(1, [10, 20, 31, 40, 50, 61]), 1, 2))).toEqual([21, 49])
  })

  it("supports fractional ratios and enlargement", () => {
    // The weights are 76, 179, 230, 128 and 25 for the values 0, 0, 50, 100 and 150: 28,050 / 638.
    expect(graysOf(resize(gray(5, [0, 50, 100, 150, 200]), 2, 1))).toEqual([43, 156])
    expect(graysOf(resize(gray(2, [0, 200]), 4, 1))).toEqual([0, 50, 150, 200])
  })

  it("keeps the colors separate and the orientation of the picture", () => {
    const source: Raster = {
      width: 2,
      height: 2,
      data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    }
    expect([...resize(source, 1, 2).data]).toEqual([2, 3, 4, 8, 9, 10])
    expect(resize(source, 2, 2)).toBe(source)
  })
})

describe("the cosine transform", () => {
  it("computes the sum of cosines", () => {
    const values = Float64Array.from(noise(64, 7))
    const plain = Array.from(values, (_, k) =>
      values.reduce((sum, x, n) => sum + x * Math.cos((Math.PI / 64) * (n + 0.5) * k), 0)
    )
    for (const [k, value] of cosines(values).entries()) expect(value).toBeCloseTo(plain[k]!, 8)
  })

  it("processes rows first, then columns", () => {
    const square = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    const low = lowCosines(square, 4, 2)
    // The coefficients are the overall brightness, the increase to the right, and the increase downward.
    expect(low[0]).toBe(136)
    expect(low[1]).toBeCloseTo(4 * -3.154322029, 6)
    expect(low[2]).toBeCloseTo(4 * 4 * -3.154322029, 6)
    expect(low[3]).toBeCloseTo(0, 9)
  })
})

describe("the median", () => {
  it("returns the mean of the middle pair for an even number of values", () => {
    expect(median(Float64Array.from([4, 1, 3, 2]))).toBe(2.5)
    expect(median(Float64Array.from([3, 1, 2]))).toBe(2)
    expect(median(Float64Array.from([5]))).toBe(5)
  })

  it("does not modify its argument", () => {
    const values = Float64Array.from([3, 1, 2, 4])
    median(values)
    expect([...values]).toEqual([3, 1, 2, 4])
  })
})

describe("the montage", () => {
  it("places the frames in rows of five, each as large as the first frame", () => {
    const frames = Array.from({ length: 25 }, (_, index) => gray(2, [index, index, index, index]))
    const whole = montage(frames)
    expect([whole.width, whole.height]).toEqual([10, 10])
    expect(graysOf(whole).slice(0, 10)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    expect(graysOf(whole).slice(90)).toEqual([20, 20, 21, 21, 22, 22, 23, 23, 24, 24])
  })

  it("cuts off larger frames at the edge of their cell", () => {
    const frames = Array.from({ length: 25 }, (_, index) => gray(1, [index]))
    const wide = gray(3, [99, 98, 97])
    expect(graysOf(montage([...frames.slice(0, 24), wide])).slice(20)).toEqual([20, 21, 22, 23, 99])
  })

  it("uses frames from 5% to 91.4% of the duration", () => {
    const times = frameTimes(100)
    expect([times.length, times[0], times[24]]).toEqual([25, 5, 91.4])
  })
})

describe("readBmp", () => {
  const bmp = (width: number, height: number, body: ReadonlyArray<number>) => {
    const head = Buffer.alloc(54)
    head.write("BM", "latin1")
    head.writeUInt32LE(54, 10)
    head.writeInt32LE(width, 18)
    head.writeInt32LE(height, 22)
    head.writeUInt16LE(24, 28)
    return Buffer.concat([head, Buffer.from(body)])
  }

  it("reads rows from the bottom, as BGR and with padding", () => {
    const bytes = bmp(1, 2, [3, 2, 1, 0, 6, 5, 4, 0])
    expect(readBmp(bytes)).toEqual({ width: 1, height: 2, data: Uint8Array.from([4, 5, 6, 1, 2, 3]) })
  })

  it("rejects a file that is truncated or has a different format", () => {
    expect(readBmp(bmp(1, 2, [3, 2, 1, 0, 6, 5, 4]))).toBeUndefined()
    expect(readBmp(bmp(0, 2, []))).toBeUndefined()
    expect(readBmp(bmp(2 ** 30, 2 ** 30, []))).toBeUndefined()
    expect(readBmp(Buffer.from("BM"))).toBeUndefined()
    expect(readBmp(Buffer.alloc(80))).toBeUndefined()
  })
})

describe("perceptualHash", () => {
  it("returns a constant hash for a generated picture", () => {
    expect(hashText(perceptualHash(gray(80, noise(80 * 45, 1))))).toBe("9d689cba78d416d8")
  })

  it("returns all digits of the hash for a single color", () => {
    expect(hashText(perceptualHash(gray(64, new Array(64 * 64).fill(90))))).toBe("8000000000000000")
  })
})

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { KeyFrameIndex } from "../keyframes/KeyFrames.ts"
import { segmentTable } from "./SegmentTable.ts"
import { probeFacts, videoFacts } from "./TestFacts.ts"

const hevc = (changes = {}) => videoFacts({ codec: "hevc", ...changes })
const keys = (seconds: ReadonlyArray<number>, changes: Partial<KeyFrameIndex> = {}): KeyFrameIndex => ({
  seconds,
  allIdr: true,
  origin: "mp4",
  isEdited: false,
  ...changes
})
const every = (step: number, end: number) => Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step)

describe("segments of equal length", () => {
  it("cuts 60 s at 25 fps into six segments of 10 s", () => {
    const table = segmentTable(probeFacts({}, [hevc()]))!
    expect(table.boundaries).toEqual([0, 250, 500, 750, 1000, 1250, 1500])
    expect(table.durations).toEqual([10, 10, 10, 10, 10, 10])
    expect(table.keyInterval).toBe(50)
  })

  it("computes exact durations at 23.976 fps, where 240 frames last 10.01 s", () => {
    const rate = { num: 2_997, den: 125 }
    const table = segmentTable(probeFacts({}, [hevc({ frameRate: rate, averageFrameRate: rate })]))!
    expect(table.fps).toEqual({ num: 24_000, den: 1_001 })
    expect(table.durations[0]).toBeCloseTo(10.01, 9)
  })

  it("merges a last segment under 1 s into the previous one", () => {
    const table = segmentTable(probeFacts({ durationSeconds: 60.067 }, [hevc()]))!
    expect(table.durations).toHaveLength(6)
    expect(table.durations.at(-1)).toBeCloseTo(10.08, 6)
  })

  it("rounds variable frame rates to a whole rate of at most 60", () => {
    const of = (exact: number, average: number) =>
      segmentTable(
        probeFacts({}, [
          hevc({ frameRate: { num: exact, den: 1 }, averageFrameRate: { num: average, den: 1 } })
        ])
      )!.fps.num
    expect(of(30, 27)).toBe(30)
    expect(of(60, 14)).toBe(60)
    expect(of(1_000, 24)).toBe(30)
    expect(of(90_000, 50)).toBe(60)
    expect(of(120, 120)).toBe(60)
  })

  it("returns no table for a file without video or with an unknown duration", () => {
    expect(segmentTable(probeFacts({}, []))).toBeUndefined()
    expect(
      segmentTable(probeFacts({ durationSeconds: 0 }, [{ ...hevc(), durationSeconds: 0 }]))
    ).toBeUndefined()
  })

  it("covers every frame once for any rate and duration", () => {
    const rates = fc.tuple(fc.integer({ min: 1, max: 120_000 }), fc.constantFrom(1, 1_000, 1_001))
    fc.assert(
      fc.property(rates, fc.double({ min: 0.5, max: 20_000, noNaN: true }), ([num, den], durationSeconds) => {
        const rate = { num, den }
        const video = hevc({ frameRate: rate, averageFrameRate: rate, durationSeconds })
        const table = segmentTable(probeFacts({ durationSeconds }, [video]))
        if (table === undefined) return
        expect(table.boundaries[0]).toBe(0)
        expect(table.boundaries.at(-1)).toBe(table.totalFrames)
        expect(table.durations.every((seconds) => seconds > 0 && seconds < 12)).toBe(true)
        const sum = table.durations.reduce((a, b) => a + b, 0)
        expect(Math.abs(sum - durationSeconds)).toBeLessThan(0.2)
      })
    )
  })
})

describe("segments of a copied rendition", () => {
  it("cuts at the key frame nearest to 10 s", () => {
    const table = segmentTable(probeFacts(), keys(every(4, 60)))!
    expect(table.copy.isAllowed).toBe(true)
    expect(table.isIrregular).toBe(true)
    // The key frames at 8 s and 12 s are equally near to 10 s, so the earlier one is chosen.
    expect(table.boundaries.slice(0, 4)).toEqual([0, 200, 400, 600])
    expect(table.boundaries.at(-1)).toBe(1500)
  })

  it.each([
    ["another codec", probeFacts({}, [hevc()]), keys(every(2, 60)), "hevc"],
    [
      "10 bit",
      probeFacts({}, [videoFacts({ pixelFormat: "yuv420p10le" })]),
      keys(every(2, 60)),
      "yuv420p10le"
    ],
    ["interlaced", probeFacts({}, [videoFacts({ fieldOrder: "tt" })]), keys(every(2, 60)), "interlaced"],
    ["rotated", probeFacts({}, [videoFacts({ hasDisplayMatrix: true })]), keys(every(2, 60)), "rotated"],
    [
      "oblong pixels",
      probeFacts({}, [videoFacts({ sampleAspectRatio: { num: 64, den: 45 } })]),
      keys(every(2, 60)),
      "square"
    ],
    ["20 Mbit/s", probeFacts({}, [videoFacts({ bitRate: 20_000_000 })]), keys(every(2, 60)), "bit rate"],
    ["open groups", probeFacts(), keys(every(2, 60), { allIdr: false }), "open"],
    ["unread key frames", probeFacts(), keys(every(2, 60), { allIdr: "unknown" }), "could not be read"],
    ["no key frames", probeFacts(), undefined, "not known"],
    ["edits", probeFacts(), keys(every(2, 60), { isEdited: true }), "parts"],
    ["gaps over 15 s", probeFacts(), keys([0, 10, 30, 40, 50]), "15 s"],
    ["a late first key frame", probeFacts(), keys([3, 10, 20, 30, 40, 50]), "not at the start"]
  ])("does not copy a source with %s", (_, facts, index, reason) => {
    const table = segmentTable(facts, index)!
    expect(table.copy.isAllowed).toBe(false)
    expect(table.copy.reason).toContain(reason)
    expect(table.isIrregular).toBe(false)
  })

  it("keeps every segment between 4 and 15 s", () => {
    const gaps = fc.array(fc.double({ min: 0.4, max: 5, noNaN: true }), { minLength: 20, maxLength: 60 })
    fc.assert(
      fc.property(gaps, (steps) => {
        let at = 0
        const seconds = [0, ...steps.map((step) => (at += step))]
        const durationSeconds = at + 1.5
        const video = videoFacts({ durationSeconds })
        const table = segmentTable(probeFacts({ durationSeconds }, [video]), keys(seconds))!
        expect(table.copy.isAllowed).toBe(true)
        expect(table.durations.slice(0, -1).every((length) => length > 3.95 && length < 15.05)).toBe(true)
      })
    )
  })
})

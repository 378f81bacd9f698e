import { startCpuClock } from "@media/testkit/CpuClock"
import { describe, expect, it } from "vitest"
import { segmentTable, isTooLong, segmentCount } from "./SegmentTable.ts"
import { videoSlackSeconds } from "./KnownLength.ts"
import { audioFacts, probeFacts, videoFacts } from "./TestFacts.ts"

const DAY = 24 * 3_600
const hevc = (durationSeconds: number) => videoFacts({ codec: "hevc", durationSeconds })
const secondsOf = (facts: ReturnType<typeof probeFacts>) => {
  const table = segmentTable(facts)
  return table === undefined ? undefined : table.durations.reduce((sum, seconds) => sum + seconds, 0)
}

describe("claimed durations", () => {
  it.each([17_179_869_184, 365 * DAY, 30 * DAY, 1e300, Number.POSITIVE_INFINITY])(
    "rejects a claimed duration of %d s immediately",
    (seconds) => {
      const cpu = startCpuClock()
      for (const facts of [
        probeFacts({ durationSeconds: seconds }, [hevc(seconds)]),
        probeFacts({ durationSeconds: seconds, formatNames: ["matroska", "webm"] }, [
          videoFacts({ codec: "vp8", durationSeconds: 1 })
        ])
      ]) {
        expect(isTooLong(facts)).toBe(true)
        expect(segmentTable(facts)).toBeUndefined()
      }
      expect(cpu()).toBeLessThan(5)
    }
  )

  it("accepts a claimed duration of three days", () => {
    const facts = probeFacts({ durationSeconds: 3 * DAY }, [hevc(3 * DAY)])
    expect(segmentCount(segmentTable(facts)!)).toBe(25_920)
  })

  it("ignores a claimed duration that is not a number", () => {
    expect(segmentTable(probeFacts({ durationSeconds: Number.NaN }, [hevc(Number.NaN)]))).toBeUndefined()
  })
})

describe("repeating the last frame", () => {
  it("does not repeat the last frame for 40 hours if only the container claims this duration", () => {
    const facts = probeFacts({ durationSeconds: 143_165, sizeBytes: 106_000 }, [
      hevc(1.07),
      audioFacts({ durationSeconds: 1 })
    ])
    expect(secondsOf(facts)).toBeCloseTo(301.08, 1)
    expect(videoSlackSeconds(facts)).toBe(301)
  })

  it("repeats the last frame as long as audio continues", () => {
    const facts = probeFacts({ durationSeconds: 5_400, sizeBytes: 40_000_000 }, [
      hevc(0.04),
      audioFacts({ durationSeconds: 5_400 })
    ])
    expect(secondsOf(facts)).toBeCloseTo(5_400, 1)
    expect(videoSlackSeconds(facts)).toBeCloseTo(5_400.96, 2)
  })

  it("does not repeat the last frame for audio that cannot fit into a file of this size", () => {
    const facts = probeFacts({ durationSeconds: 143_165, sizeBytes: 106_000 }, [
      hevc(1.07),
      audioFacts({ durationSeconds: 143_165 })
    ])
    expect(videoSlackSeconds(facts)).toBe(301)
    expect(secondsOf(facts)).toBeCloseTo(301.08, 1)
  })

  it("repeats the last frame if only the container claims a slightly longer duration", () => {
    const facts = probeFacts({ durationSeconds: 62 }, [hevc(60)])
    expect(secondsOf(facts)).toBe(62)
    expect(videoSlackSeconds(facts)).toBe(3)
  })

  it("takes the duration of Matroska from the container, because stream lengths are copied tags", () => {
    const facts = probeFacts({ durationSeconds: 3_600, formatNames: ["matroska", "webm"] }, [hevc(600)])
    expect(secondsOf(facts)).toBe(3_600)
    const cut = probeFacts({ durationSeconds: 600, formatNames: ["matroska", "webm"] }, [hevc(7_200)])
    expect(secondsOf(cut)).toBe(600)
  })
})

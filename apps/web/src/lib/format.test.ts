// @vitest-environment node
import { describe, expect, it } from "vitest"
import { ago, briefSpan, clock, fileSize, plainDate, resolutionName, spokenClock } from "./format"

describe("format", () => {
  it("formats playback positions", () => {
    expect([clock(0), clock(65), clock(3_725.9)]).toEqual(["0:00", "1:05", "1:02:05"])
    expect(spokenClock(3_660)).toBe("1 hour 1 minute")
    expect(spokenClock(0)).toBe("0 seconds")
  })

  it("formats sizes and durations in the largest suitable unit", () => {
    expect(fileSize(0)).toBe("0 B")
    expect(fileSize(1_610_612_736)).toBe("1.5 GB")
    expect([briefSpan(4_000), briefSpan(60_000 * 90), briefSpan(86_400_000 * 2)]).toEqual(["4s", "1h", "2d"])
  })

  it("formats elapsed time", () => {
    const now = Date.parse("2026-01-10T12:00:00Z")
    expect(ago("2026-01-10T11:59:50Z", now)).toBe("just now")
    expect(ago("2026-01-10T10:00:00Z", now)).toBe("2 hours ago")
  })

  it("omits the unknown parts of a date", () => {
    expect(plainDate("2014")).toBe("2014")
    expect(plainDate("2014-05-31")).toContain("31")
  })

  it("labels a resolution with its standard name regardless of the aspect ratio", () => {
    expect(resolutionName(1920, 800)).toBe("1080p")
    expect(resolutionName(3840, 2160)).toBe("4K")
    expect(resolutionName(1080, 1920)).toBe("1080p")
    expect(resolutionName(320, 240)).toBe("240p")
    expect(resolutionName(null, 240)).toBeUndefined()
  })
})

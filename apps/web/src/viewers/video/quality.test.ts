import { describe, expect, it } from "vitest"
import { modeOfEntry, qualityEntries, qualityLabel } from "./quality"

describe("the labels of qualities", () => {
  it("shows the selected mode and the current height on the button", () => {
    expect(qualityLabel("auto", 720)).toBe("Auto, 720p")
    expect(qualityLabel("auto", 0)).toBe("Auto")
    expect(qualityLabel("direct", 0)).toBe("Original")
    expect(qualityLabel(480, 720)).toBe("480p")
    expect(qualityLabel(2160, 0)).toBe("2160p")
  })

  it("lists the modes first, and then the heights with their bit rates", () => {
    const entries = qualityEntries(
      [{ height: 480, bandwidth: 1_200_000 }, { height: 1080 }, { height: 720, bandwidth: 2_900_000 }],
      8_600_000
    )
    expect(entries.map(({ hint, label }) => [label, hint])).toEqual([
      ["Auto", undefined],
      ["Original", "8.6 Mbit/s"],
      ["1080p", undefined],
      ["720p", "2.9 Mbit/s"],
      ["480p", "1.2 Mbit/s"]
    ])
    expect(entries.map(({ id }) => modeOfEntry(id))).toEqual(["auto", "direct", 1080, 720, 480])
  })

  it("omits an unknown bit rate", () => {
    expect(qualityEntries([], null).map(({ hint }) => hint)).toEqual([undefined, undefined])
  })
})

import { describe, expect, it } from "vitest"
import { fit, labelOf, ladder } from "./Ladder.ts"
import { segmentTable } from "./SegmentTable.ts"
import { audioFacts, probeFacts, videoFacts } from "./TestFacts.ts"

const rungs = (changes: Parameters<typeof videoFacts>[0]) => {
  const facts = probeFacts({}, [videoFacts({ codec: "hevc", ...changes }), audioFacts()])
  return ladder(facts, segmentTable(facts)!)
}

describe("the ladder of renditions", () => {
  it("uses 5, 2.5 and 1 Mbit/s for 1080p", () => {
    const found = rungs({})
    expect(found.map(({ height, maxRate, width }) => [height, width, maxRate])).toEqual([
      [1080, 1920, 5_000_000],
      [720, 1280, 2_500_000],
      [480, 854, 1_000_000]
    ])
    expect(found[0]).toMatchObject({ codecs: "avc1.640028,mp4a.40.2", mode: "encode", preset: "superfast" })
    expect(found[2]).toMatchObject({ preset: "veryfast", audioRate: 96_000 })
    expect(found[0]!.bandwidth).toBe(Math.round((5_000_000 * 1.2 + 128_000) * 1.07))
  })

  it("starts at 2160p for 4K and never has more than three renditions", () => {
    expect(rungs({ width: 3840, height: 2160, bitRate: 30_000_000 }).map((r) => r.height)).toEqual([
      2160, 1080, 720
    ])
  })

  it("uses a single rendition in the source's size for small sources", () => {
    expect(rungs({ width: 320, height: 240 }).map((r) => [r.height, r.width, r.frameHeight])).toEqual([
      [240, 320, 240]
    ])
    expect(rungs({ width: 640, height: 360 }).map((r) => r.height)).toEqual([360])
  })

  it("never exceeds the source's bit rate", () => {
    const rates = (codec: string) => rungs({ codec, bitRate: 700_000 }).map((r) => [r.height, r.maxRate])
    expect(rates("mpeg4")).toEqual([
      [1080, 700_000],
      [720, 381_032],
      [480, 207_529]
    ])
    // H.264 needs more bits than HEVC for the same picture.
    expect(rates("hevc")[0]).toEqual([1080, 1_050_000])
    // There is no second rendition, because even the minimum rate would save less than a fifth.
    expect(rungs({ codec: "mpeg4", bitRate: 180_000 }).map((r) => r.height)).toEqual([1080])
  })

  it("offers 480p and 360p below a 720p file of 1.2 Mbit/s", () => {
    const video = videoFacts({ width: 1280, height: 720, bitRate: 1_200_000 })
    const facts = probeFacts({}, [video, audioFacts()])
    const seconds = Array.from({ length: 30 }, (_, i) => i * 2)
    const table = segmentTable(facts, { seconds, allIdr: true, origin: "mp4", isEdited: false })!
    const found = ladder(facts, table)
    expect(found.map((r) => [r.height, r.mode])).toEqual([
      [720, "copy"],
      [480, "encode"],
      [360, "encode"]
    ])
    for (const { averageBandwidth } of found.slice(1)) expect(averageBandwidth).toBeLessThan(1_200_000)
    expect(rungs({ width: 640, height: 480, codec: "mpeg4", bitRate: 900_000 }).map((r) => r.height)).toEqual(
      [480, 360]
    )
  })

  it("labels portrait frames by their short side", () => {
    const [top] = rungs({ width: 1080, height: 1920 })
    expect(top).toMatchObject({ height: 1080, width: 1080, frameHeight: 1920 })
    const [rotated] = rungs({ rotation: 90 })
    expect(rotated).toMatchObject({ height: 1080, width: 1080, frameHeight: 1920 })
  })

  it("computes the sizes and labels of wide frames and of frames with non-square pixels", () => {
    expect(rungs({ width: 720, height: 576, sampleAspectRatio: { num: 64, den: 45 } })[0]).toMatchObject({
      height: 480,
      width: 854,
      frameHeight: 480
    })
    expect(labelOf({ width: 1920, height: 800 })).toBe(1080)
    expect(fit({ width: 1920, height: 800 }, 720)).toEqual({ width: 1280, height: 534 })
  })

  it("lists the copy of the source's frames first if they can be copied", () => {
    const facts = probeFacts()
    const seconds = Array.from({ length: 30 }, (_, i) => i * 2)
    const table = segmentTable(facts, { seconds, allIdr: true, origin: "mp4", isEdited: false })!
    const found = ladder(facts, table)
    expect(found.map((r) => [r.height, r.mode, r.audio])).toEqual([
      [1080, "copy", "copy"],
      [720, "encode", "encode"],
      [480, "encode", "encode"]
    ])
    expect(found[0]!.codecs).toBe("avc1.640028,mp4a.40.2")
  })

  it("encodes audio with gaps, and fills the gaps with silence", () => {
    const audioOf = (changes: Parameters<typeof audioFacts>[0]) => {
      const facts = probeFacts({}, [videoFacts(), audioFacts(changes)])
      const seconds = Array.from({ length: 30 }, (_, i) => i * 2)
      const table = segmentTable(facts, { seconds, allIdr: true, origin: "mp4", isEdited: false })!
      return ladder(facts, table).map((r) => [r.mode, r.audio])[0]
    }
    expect(audioOf({ durationSeconds: 59 })).toEqual(["copy", "copy"])
    expect(audioOf({ durationSeconds: 30 })).toEqual(["copy", "encode"])
    expect(audioOf({ startSeconds: 5, durationSeconds: 55 })).toEqual(["copy", "encode"])
  })

  it("omits audio if the source has none", () => {
    const facts = probeFacts({}, [videoFacts({ codec: "vp9" })])
    expect(ladder(facts, segmentTable(facts)!)[0]).toMatchObject({
      audio: "none",
      audioRate: 0,
      codecs: "avc1.640028"
    })
  })
})

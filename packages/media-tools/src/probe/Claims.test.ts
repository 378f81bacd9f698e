import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { audioFacts, probeFacts, videoFacts } from "../hls/TestFacts.ts"
import { mainAudio, mainVideo, audioProblem } from "../ProbeFacts.ts"
import * as Bounds from "./Bounds.ts"
import { parseProbe } from "./ParseProbe.ts"

const hour = 3_600
const day = 24 * hour

const parsed = (duration: unknown, sizeBytes: number, stream: object = {}) =>
  parseProbe(
    {
      format: { format_name: "matroska,webm", duration, bit_rate: "1" },
      streams: [{ codec_type: "video", codec_name: "vp8", width: 4, height: 4, ...stream }]
    },
    sizeBytes
  )

describe("a claimed duration", () => {
  it.each([
    ["17 thousand million seconds in 512 bytes", 17_179_869_184, 512],
    ["8 days", 8 * day, 100_000_000_000],
    ["two hours at less than 1 kbit/s", 2 * hour, 800_000],
    ["40 hours of 32 bits at 30,000/s", 143_165.6, 106_000],
    ["a negative one", -5, 1_000_000],
    ["nothing", "N/A", 1_000_000],
    ["infinity", "inf", 1_000_000],
    ["more than a double counts", "1e400", 1_000_000]
  ])("rejects %s", (_, duration, size) => {
    const facts = parsed(String(duration), size)
    expect(facts).toMatchObject({ durationSeconds: 0, bitRate: 0 })
    expect(facts).not.toHaveProperty("durationSource")
  })

  it.each([
    ["a black hour", hour, 1_000],
    ["a night of a quiet camera", 12 * hour, 12 * hour * 200],
    ["seven days", 7 * day, 7 * day * 200],
    ["a short clip", 0.04, 300]
  ])("accepts %s", (_, duration, size) => {
    expect(parsed(String(duration), size)).toMatchObject({
      durationSeconds: duration,
      durationSource: "header"
    })
  })

  it("applies the same bounds to the duration of a stream as to that of the container", () => {
    const facts = parsed("1.07", 106_000, { duration: "143165.6" })
    expect(facts.durationSeconds).toBe(1.07)
    expect(facts.streams[0]).not.toHaveProperty("durationSeconds")
  })
})

describe("other claimed numbers", () => {
  it.each([
    ["width", { width: 100_000 }],
    ["height", { height: -3 }],
    ["width", { width: 1.5 }],
    ["frameRate", { r_frame_rate: "2147483647/1" }],
    ["frameRate", { r_frame_rate: "1/2147483647" }],
    ["frameRate", { r_frame_rate: "-25/1" }],
    ["averageFrameRate", { avg_frame_rate: "NaN/1" }],
    ["sampleAspectRatio", { sample_aspect_ratio: "30000:1" }],
    ["startSeconds", { start_time: "9e14" }],
    ["bitRate", { bit_rate: "9e15" }],
    ["level", { level: 99_999 }],
    ["bitsPerRawSample", { bits_per_raw_sample: "4096" }]
  ])("ignores %s outside its bounds (%j)", (key, claim) => {
    expect(parsed("1", 1_000_000, claim).streams[0]).not.toHaveProperty(key)
  })

  it.each([
    ["width", { width: 15_360, height: 8_640 }],
    ["frameRate", { r_frame_rate: "1000000/1" }],
    ["averageFrameRate", { avg_frame_rate: "24000/1001" }],
    ["sampleAspectRatio", { sample_aspect_ratio: "64:45" }],
    ["startSeconds", { start_time: "86400.25" }],
    ["startSeconds", { start_time: "-0.021" }]
  ])("accepts %s within its bounds (%j)", (key, claim) => {
    expect(parsed("1", 1_000_000, claim).streams[0]).toHaveProperty(key)
  })

  it("accepts a stream start counted from 1970 only if the container also counts from 1970", () => {
    const since1970 = "1700000000.25"
    const streams = [{ codec_type: "video", start_time: since1970 }]
    const together = parseProbe({ format: { start_time: since1970 }, streams }, 1)
    expect(together).toMatchObject({
      startSeconds: 1_700_000_000.25,
      streams: [{ startSeconds: 1_700_000_000.25 }]
    })
    expect(parseProbe({ streams }, 1).streams[0]).not.toHaveProperty("startSeconds")
  })

  it("clamps chapter times to the maximum video duration", () => {
    const chapters = [{ start_time: "-1e15", end_time: "1e15" }]
    expect(parseProbe({ chapters }, 1).chapters).toEqual([
      { start: -Bounds.MAX_SECONDS, end: Bounds.MAX_SECONDS, title: "Chapter 1" }
    ])
  })

  it("returns finite numbers within bounds for any text", () => {
    const number = fc.oneof(fc.double().map(String), fc.maxSafeInteger().map(String), fc.string())
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const facts = parsed(a, 1_000_000, {
          duration: b,
          start_time: c,
          r_frame_rate: `${a}/${b}`,
          width: c
        })
        const video = facts.streams[0]!
        const rate = video.frameRate === undefined ? 25 : video.frameRate.num / video.frameRate.den
        expect(facts.durationSeconds).toBeGreaterThanOrEqual(0)
        expect(facts.durationSeconds).toBeLessThanOrEqual(Bounds.MAX_SECONDS)
        expect(video.durationSeconds ?? 0).toBeLessThanOrEqual(Bounds.MAX_SECONDS)
        expect(rate).toBeGreaterThanOrEqual(Bounds.MIN_FRAME_RATE)
        expect(rate).toBeLessThanOrEqual(Bounds.MAX_FRAME_RATE)
      })
    )
  })
})

describe("problems with the audio", () => {
  const withAudio = (...tracks: ReadonlyArray<Parameters<typeof audioFacts>[0]>) =>
    probeFacts({}, [videoFacts(), ...tracks.map(audioFacts)])

  it("does not play an audio track without a sample rate or channels", () => {
    const { channels: _, sampleRate: __, ...empty } = audioFacts()
    const facts = probeFacts({}, [videoFacts(), empty])
    expect(mainAudio(facts)).toBeUndefined()
    expect(audioProblem(facts)).toMatch(/^The audio cannot be decoded/)
    const second = probeFacts({}, [videoFacts(), empty, audioFacts({ index: 2 })])
    expect(mainAudio(second)?.index).toBe(2)
    expect(audioProblem(second)).toBeUndefined()
  })

  it.each([
    [
      "The audio uses the codec ac-4, which this ffmpeg does not know",
      { codec: "unknown", codecTag: "ac-4" }
    ],
    ["This ffmpeg does not know the codec of the audio", { codec: "unknown" }],
    ["The audio uses the codec qcelp, which is not supported", { codec: "qcelp" }],
    ["The audio is encrypted (DRM) and cannot be played", { isEncrypted: true }]
  ])("reports why the audio cannot be played: %s", (reason, track) => {
    expect(mainAudio(withAudio(track))).toBeUndefined()
    expect(audioProblem(withAudio(track))).toBe(reason)
  })

  it("reports no problem if the audio is missing or playable", () => {
    expect(audioProblem(withAudio())).toBeUndefined()
    for (const codec of ["aac", "dts", "amr_nb", "opus", "pcm_s16le"]) {
      expect(audioProblem(withAudio({ codec }))).toBeUndefined()
    }
    for (const codec of ["h264", "flv1", "msmpeg4v3", "av1", "dvvideo"]) {
      expect(mainVideo(probeFacts({}, [videoFacts({ codec })]))).toBeDefined()
    }
  })
})

import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mainVideo, ProbeFacts } from "../ProbeFacts.ts"
import { cleanText } from "./CleanText.ts"
import { parseProbe } from "./ParseProbe.ts"

const MATRIX =
  "\n00000000:            0       65536           0\n00000001:       65536           0           0\n"

describe("parseProbe", () => {
  it("reads a rotated phone clip", () => {
    const facts = parseProbe(
      {
        format: {
          format_name: "mov,mp4,m4a",
          duration: "4.5",
          start_time: "0.1",
          bit_rate: "800",
          tags: { A: "b\0c" }
        },
        streams: [
          {
            index: 0,
            codec_type: "video",
            codec_name: "h264",
            width: 1920,
            height: 1080,
            r_frame_rate: "30000/1001",
            avg_frame_rate: "0/0",
            sample_aspect_ratio: "0:1",
            disposition: { default: 1, attached_pic: 0 },
            tags: { language: "und" },
            side_data_list: [{ side_data_type: "Display Matrix", displaymatrix: MATRIX, rotation: -90 }]
          }
        ],
        chapters: [{ start_time: "0", end_time: "2", tags: { title: "" } }]
      },
      1_000
    )
    expect(facts).toMatchObject({
      container: "mp4",
      durationSeconds: 4.5,
      startSeconds: 0.1,
      tags: { a: "bc" }
    })
    expect(facts.chapters).toEqual([{ start: 0, end: 2, title: "Chapter 1" }])
    const video = mainVideo(facts)!
    expect(video).toMatchObject({ rotation: 90, hasDisplayMatrix: true, isReflected: true, isDefault: true })
    expect(video.frameRate).toEqual({ num: 30_000, den: 1_001 })
    expect(video).not.toHaveProperty("averageFrameRate")
    expect(video).not.toHaveProperty("sampleAspectRatio")
    expect(video).not.toHaveProperty("language")
  })

  it("interprets Matroska's duration tags depending on the program that wrote them", () => {
    const stream = (tags: object) => ({ codec_type: "video", start_time: "2.5", tags })
    const length = (tags: object) =>
      parseProbe({ format: { format_name: "matroska,webm" }, streams: [stream(tags)] }, 1).streams[0]!
        .durationSeconds
    expect(length({ DURATION: "00:01:02.500000000" })).toBe(60)
    expect(length({ "DURATION-eng": "00:01:02.500000000", "_STATISTICS_WRITING_APP-eng": "mkvmerge" })).toBe(
      62.5
    )
    // A file of two hours from mkvmerge, of which ffmpeg copied one minute. The copied tag still states two hours.
    const cut = { "DURATION-eng": "02:00:00.000000000", "_STATISTICS_WRITING_APP-eng": "mkvmerge" }
    expect(length({ ...cut, DURATION: "00:01:02.500000000" })).toBe(60)
    expect(length({ DURATION: "soon" })).toBeUndefined()
  })

  it("ignores cover pictures when it chooses the main video", () => {
    const cover = { codec_type: "video", codec_name: "mjpeg", disposition: { attached_pic: 1 } }
    const facts = parseProbe({ streams: [cover, { index: 1, codec_type: "audio", codec_name: "mp3" }] }, 1)
    expect(mainVideo(facts)).toBeUndefined()
  })

  it("accepts any JSON and returns values that match its schema", () => {
    const key = fc.constantFrom(
      "format",
      "streams",
      "chapters",
      "tags",
      "codec_type",
      "duration",
      "__proto__",
      "x"
    )
    fc.assert(
      fc.property(fc.object({ key, maxDepth: 5, withNullPrototype: true, withBigInt: false }), (json) => {
        const facts = parseProbe(json, 1)
        expect(Either.isRight(Schema.validateEither(ProbeFacts)(facts))).toBe(true)
        expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
      })
    )
  })
})

describe("cleanText", () => {
  it("removes characters that a database rejects, and limits the length", () => {
    expect(cleanText("a\0b\u0007c\ud800d 😀", 100)).toBe("abc\ufffdd 😀")
    expect(cleanText("x".repeat(50), 10)).toHaveLength(10)
    expect(cleanText("ab😀", 3)).toBe("ab\ufffd")
    fc.assert(
      fc.property(fc.fullUnicodeString(), (text) => {
        expect(/[\u0000-\u0008]/.test(cleanText(text, 50))).toBe(false)
      })
    )
  })
})

import { MediaProcess } from "@media/media-tools/MediaProcess"
import {
  type MediaProcessError,
  MediaProcessFailed,
  MediaProcessTimeout,
  MediaToolMissing
} from "@media/media-tools/MediaToolErrors"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { stillDecoder } from "./stillDecoder.ts"

/** Returns a BMP file with 4 x 2 black pixels. */
const bmp = () => {
  const bytes = Buffer.alloc(54 + 2 * 12)
  bytes.write("BM")
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(4, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}
const libvips = Effect.dieMessage("libvips does not decode BMP")
/** Decodes a BMP picture with an ffmpeg that fails with this error, and returns the decoder's error. */
const decodeWith = (error: MediaProcessError) =>
  Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(bmp())).pipe(
    Effect.flip,
    Effect.provide(
      stillDecoder.pipe(
        Layer.provide([
          Layer.succeed(ImageDecoder, { decode: () => libvips, facts: () => libvips }),
          Layer.succeed(MediaProcess, { run: () => error, stream: () => Effect.dieMessage("no stream") })
        ])
      )
    ),
    Effect.runPromise
  )
const tool = "ffmpeg"

describe("errors of ffmpeg while it decodes a picture", () => {
  it.each([
    [
      "damaged",
      "ffmpeg exited with an error",
      new MediaProcessFailed({ tool, exitCode: 1, signal: null, stderrTail: "" })
    ],
    [
      "too-slow",
      "ffmpeg used up its CPU time",
      new MediaProcessTimeout({ tool, kind: "cpu", limitMs: 60_000 })
    ]
  ])("reports the picture as %s if %s", async (code, _, error) => {
    expect(await decodeWith(error)).toMatchObject({ _tag: "NoPicture", code })
  })

  it.each([
    ["was killed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGKILL", stderrTail: "" })],
    ["crashed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGSEGV", stderrTail: "" })],
    ["exceeded its time limit", new MediaProcessTimeout({ tool, kind: "wall", limitMs: 300_000 })],
    ["is missing", new MediaToolMissing({ tool, tried: [] })]
  ])("reports the decoder as busy, so that the job is retried, if ffmpeg %s", async (_, error) => {
    expect(await decodeWith(error)).toMatchObject({ _tag: "DecoderBusy", reason: error.message })
  })
})

import * as Effect from "effect/Effect"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { type MediaProcessError, MediaProcessFailed } from "../MediaToolErrors.ts"
import type { GrabbedFrame } from "./GrabFrames.ts"

/** The demuxer and the decoders for each format. ffmpeg may use no others, whatever the file contains. */
const READERS = {
  bmp: { format: "bmp_pipe", codecs: "bmp" },
  jp2: { format: "j2k_pipe", codecs: "jpeg2000,libopenjpeg" }
} as const
export type StillFormat = keyof typeof READERS

/** Wall clock limit in milliseconds, for disks that stop responding. */
const WALL_MS = 5 * 60_000
const LIMITS = { cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
const NICE = 10

/** Parses a PPM picture: a header such as "P6 1280 960 255", then the pixels. */
const frameIn = (ppm: Buffer): GrabbedFrame | undefined => {
  const match = /^P6\s(\d{1,6})\s(\d{1,6})\s255\s/.exec(ppm.toString("latin1", 0, 40))
  if (match === null) return undefined
  const [width, height] = [Number(match[1]), Number(match[2])]
  const data = ppm.subarray(match[0].length, match[0].length + width * height * 3)
  return data.length === width * height * 3 && data.length > 0 ? { width, height, data } : undefined
}

/** Decodes a picture that libvips cannot decode, with neither side longer than `longest`. */
export const grabStill = (
  path: MediaPath,
  still: StillFormat,
  longest: number
): Effect.Effect<GrabbedFrame, MediaProcessError, MediaProcess> => {
  const { codecs, format } = READERS[still]
  return Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1", "-protocol_whitelist", "file"],
        ...["-codec_whitelist", codecs, "-f", format, "-i", { file: path }],
        ...["-frames:v", "1", "-vf"],
        `scale=w='min(iw,${longest})':h='min(ih,${longest})':force_original_aspect_ratio=decrease:flags=area`,
        ...["-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "pipe:1"]
      ],
      timeoutMs: WALL_MS,
      limits: LIMITS,
      nice: NICE,
      maxStdoutBytes: longest * longest * 3 + 64
    })
  ).pipe(
    Effect.flatMap(({ stdout }) => {
      const frame = frameIn(stdout)
      const stderrTail = "it returned no picture"
      return frame === undefined
        ? Effect.fail(new MediaProcessFailed({ tool: "ffmpeg", exitCode: 0, signal: null, stderrTail }))
        : Effect.succeed(frame)
    }),
    Effect.withSpan("media.grabStill")
  )
}

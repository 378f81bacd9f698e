import { grabStill } from "@media/media-tools/frames/GrabStill"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import type { MediaProcessError } from "@media/media-tools/MediaToolErrors"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import type { ImageFacts } from "@media/pictures/ImageFacts"
import { DecoderBusy, NoPicture } from "@media/pictures/PictureErrors"
import { LARGEST, LARGEST_PAGE } from "@media/pictures/PictureSet"
import { type StillHeader, stillHeaderOf } from "@media/pictures/StillHeader"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const HEAD_BYTES = 4_096
const NAMES = { bmp: "BMP", jp2: "JPEG 2000" } as const

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, "r")
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Returns the header of a picture that ffmpeg must decode because libvips cannot. Returns undefined for all other
 * pictures, and for unreadable files, because the libvips decoder reports why they are unreadable.
 */
const headerOf = (input: Buffer | string) =>
  Buffer.isBuffer(input)
    ? Effect.sync(() => stillHeaderOf(input.subarray(0, HEAD_BYTES)))
    : Effect.tryPromise(() => headOf(input)).pipe(
        Effect.map(stillHeaderOf),
        Effect.orElseSucceed(() => undefined)
      )

/** Returns the facts of a picture that ffmpeg decodes: its format, width and height. */
const factsOf = ({ format, height, width }: StillHeader): ImageFacts => ({
  ...{ format, height, width, frames: 1, takenAt: null, camera: null, lens: null, exposureSeconds: null },
  ...{ aperture: null, iso: null, focalLength: null, latitude: null, longitude: null }
})

/** Returns a path for ffmpeg. Writes bytes to a temporary file in a folder that other users cannot enter. */
const asFile = (input: Buffer | string) =>
  Buffer.isBuffer(input)
    ? Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "media-still-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
      ).pipe(
        Effect.flatMap((folder) =>
          Effect.promise(async () => {
            const path = join(folder, "picture")
            const file = await open(path, "wx", 0o600)
            try {
              await file.writeFile(input)
            } finally {
              await file.close()
            }
            return path
          })
        )
      )
    : Effect.succeed(input)

/**
 * Converts an error of ffmpeg. The picture is the cause only if ffmpeg exited with an error or used up its CPU time. In
 * all other cases, such as a killed process, the decoder is reported as busy, so that the job is retried.
 */
const toNoPicture =
  ({ format }: StillHeader) =>
  (error: MediaProcessError): NoPicture | DecoderBusy => {
    if (error._tag === "MediaProcessFailed" && error.signal === null)
      return new NoPicture({
        code: "damaged",
        reason: `The ${NAMES[format]} picture is damaged, or the installed ffmpeg cannot decode it.`
      })
    if (error._tag === "MediaProcessTimeout" && error.kind === "cpu")
      return new NoPicture({ code: "too-slow", reason: "The picture takes too long to decode." })
    return new DecoderBusy({ reason: error.message })
  }

type Size = { readonly longest: number } | { readonly widest: number }

const longestOf = ({ height, width }: StillHeader, size: Size): number =>
  Math.min(
    LARGEST_PAGE,
    "longest" in size
      ? size.longest
      : Math.max(1, Math.ceil((Math.max(width, height) * Math.min(size.widest, width)) / width))
  )

/** Decodes pictures. Uses ffmpeg for BMP and JPEG 2000, which libvips does not support, both in files and in bytes. */
export const stillDecoder = Layer.effect(
  ImageDecoder,
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    const tools = yield* MediaProcess
    return ImageDecoder.of({
      decode: (input, size = { longest: LARGEST }) =>
        Effect.flatMap(headerOf(input), (header) =>
          header === undefined
            ? decoder.decode(input, size)
            : Effect.scoped(
                Effect.flatMap(asFile(input), (path) =>
                  grabStill(path, header.format, longestOf(header, size))
                )
              ).pipe(Effect.mapError(toNoPicture(header)), Effect.provideService(MediaProcess, tools))
        ),
      facts: (input) =>
        Effect.flatMap(headerOf(input), (header) =>
          header === undefined ? decoder.facts(input) : Effect.succeed(factsOf(header))
        )
    })
  })
)

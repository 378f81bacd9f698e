import { FileUnopenable } from "@media/kernel/HeldFile"
import type { MediaPath } from "@media/media-tools/MediaPath"
import type { ImageFacts } from "@media/pictures/ImageFacts"
import { type StillHeader, stillHeaderOf } from "@media/pictures/StillHeader"
import * as Effect from "effect/Effect"
import { open } from "node:fs/promises"

const HEAD_BYTES = 4_096

const headOf = async (path: MediaPath): Promise<Buffer> => {
  const file = await open(path, "r")
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The header of a picture that ffmpeg decodes, because libvips does not: BMP and JPEG 2000. Undefined for all others. */
export const stillHeader = (path: MediaPath): Effect.Effect<StillHeader | undefined, FileUnopenable> =>
  Effect.map(
    Effect.tryPromise({
      try: () => headOf(path),
      catch: () => new FileUnopenable({ code: "io-error", reason: "The file cannot be read." })
    }),
    stillHeaderOf
  )

/** What such a file says about itself: its size. */
export const ffmpegStill = (path: MediaPath): Effect.Effect<ImageFacts | undefined, FileUnopenable> =>
  Effect.map(stillHeader(path), (header) =>
    header === undefined
      ? undefined
      : {
          ...header,
          ...{ frames: 1, takenAt: null, camera: null, lens: null, exposureSeconds: null, aperture: null },
          ...{ iso: null, focalLength: null, latitude: null, longitude: null }
        }
  )

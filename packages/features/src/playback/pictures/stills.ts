import { grabStill } from "@media/media-tools/frames/GrabStill"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { pictureOfFrame, pictureOfImage } from "@media/pictures/MakePicture"
import { NoPicture } from "@media/pictures/PictureErrors"
import { LARGEST } from "@media/pictures/PictureSet"
import { wholeOf } from "@media/pictures/RawFrame"
import * as Effect from "effect/Effect"
import { stillHeader } from "../../media/images/ffmpegStill.ts"

const damaged = (name: string) =>
  new NoPicture({
    code: "damaged",
    reason: `The ${name} picture is damaged, or the installed ffmpeg does not decode it.`
  })

/** The picture of an image file: by the decoder of pictures, or by ffmpeg for formats that only ffmpeg decodes. */
export const pictureOfStill = (path: MediaPath) =>
  Effect.gen(function* () {
    const header = yield* stillHeader(path)
    if (header === undefined) return yield* pictureOfImage(path.toString(), true)
    const frame = yield* grabStill(path, header.format, LARGEST).pipe(
      Effect.catchIf(
        (error) => error._tag === "MediaProcessFailed" && error.signal === null,
        () => damaged(header.format === "bmp" ? "BMP" : "JPEG 2000")
      )
    )
    return yield* pictureOfFrame(frame, wholeOf(frame))
  })

import type { PinnedFile } from "@media/media-tools/PinnedFile"
import { hashText, perceptualHash } from "@media/phash/PerceptualHash"
import { HashFailed, NoHash } from "@media/phash/PhashErrors"
import { VideoHasher } from "@media/phash/VideoHasher"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import * as Effect from "effect/Effect"
import type { FingerprintedKind } from "./kinds.ts"

/**
 * Pixels of the longer side of the picture to hash. The hash reduces it to 64 pixels, so a larger picture would not
 * change it, and JPEG is decoded at an eighth of its size. The picture is upright, so a rotated copy and a copy with a
 * rotation tag have the same hash.
 */
const LONGEST = 512

/** The hash of one picture. A video needs 25 frames for one hash. */
const imageHash = (path: PinnedFile["path"]) =>
  Effect.gen(function* () {
    const decoder = yield* ImageDecoder
    const pixels = yield* decoder.decode(path.toString(), { longest: LONGEST })
    return hashText(perceptualHash(pixels))
  }).pipe(
    Effect.catchTags({
      NoPicture: ({ reason }) => new NoHash({ reason }),
      DecoderBusy: ({ reason }) => new HashFailed({ reason })
    })
  )

/** The perceptual hash of a file, 16 hexadecimal digits. */
export const hashOfLook = (
  kind: FingerprintedKind,
  path: PinnedFile["path"]
): Effect.Effect<string, NoHash | HashFailed, ImageDecoder | VideoHasher> =>
  kind === "image" ? imageHash(path) : Effect.flatMap(VideoHasher, (hasher) => hasher.hash(path))

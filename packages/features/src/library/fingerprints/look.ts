import type { PinnedFile } from "@media/media-tools/PinnedFile"
import { hashText, perceptualHash } from "@media/phash/PerceptualHash"
import { HashFailed, NoHash } from "@media/phash/PhashErrors"
import { VideoHasher } from "@media/phash/VideoHasher"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import * as Effect from "effect/Effect"
import type { FingerprintedKind } from "./kinds.ts"

/**
 * Maximum length in pixels of the longer side of the picture that is hashed. The hash reduces the picture to 64 pixels,
 * so a larger picture would not improve the hash. With this limit, the decoder can decode a large JPEG file at an
 * eighth of its size. The decoder rotates the picture upright first. A copy with rotated pixels and a copy with a
 * rotation tag therefore have the same hash.
 */
const LONGEST = 512

/** Returns the perceptual hash of an image. `VideoHasher` computes the hash of a video from 25 frames. */
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

/** Returns the perceptual hash of a file, as 16 hexadecimal digits. Fails with `NoHash` if the content has no hash. */
export const hashOfLook = (
  kind: FingerprintedKind,
  path: PinnedFile["path"]
): Effect.Effect<string, NoHash | HashFailed, ImageDecoder | VideoHasher> =>
  kind === "image" ? imageHash(path) : Effect.flatMap(VideoHasher, (hasher) => hasher.hash(path))

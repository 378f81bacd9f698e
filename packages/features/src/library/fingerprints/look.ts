import type { PinnedFile } from "@media/media-tools/PinnedFile"
import { hashText, perceptualHash } from "@media/phash/PerceptualHash"
import { HashFailed, NoHash } from "@media/phash/PhashErrors"
import { VideoHasher } from "@media/phash/VideoHasher"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import * as Effect from "effect/Effect"
import type { FingerprintedKind } from "./kinds.ts"

/**
 * Pixels of the longer side of what is hashed: 64 in the end, so more of them change nothing, and JPEG is decoded at an eighth of
 * its size. The picture is upright: a copy that was turned and one that says how to turn it are alike.
 */
const LONGEST = 512

/** The hash of one picture: what 25 frames of a video are put together for is there at once. */
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
